import type * as z from 'zod';

const TYPES: Record<string, string> = {
  string: 'Must be a string.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be an array.',
  object: 'Must be an object.',
};

/** Units of sizes by type. */
const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['element', 'elements'],
};

/**
 * Message for a violated rule without a message of its own; undefined to keep zod's message. Written for readers who know
 * the field but not the library that validates it.
 */
export function ruleMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? 'Has the wrong type.';
    case 'too_small':
      return sized(issue.origin, 'at least', issue.minimum, issue.inclusive ?? true);
    case 'too_big':
      return sized(issue.origin, 'at most', issue.maximum, issue.inclusive ?? true);
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}.`
        : `Must be one of ${issue.values.map(String).join(', ')}.`;
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`;
    case 'invalid_format':
      return issue.format === 'email' ? 'Must be an email address.' : 'Has an invalid format.';
    case 'invalid_union':
      return 'Invalid value.';
    default:
      return undefined;
  }
}

function sized(
  origin: string,
  bound: 'at least' | 'at most',
  size: number | bigint,
  inclusive: boolean,
): string {
  const unit = UNITS[origin];
  if (unit !== undefined) {
    if (bound === 'at least' && size === 1)
      return origin === 'string' ? 'Must not be empty.' : 'Must not be an empty array.';
    return `Must ${origin === 'string' ? 'be' : 'have'} ${bound} ${size} ${unit[size === 1 ? 0 : 1]}.`;
  }
  if (inclusive) return `Must be ${bound} ${size}.`;
  return `Must be ${bound === 'at least' ? 'more' : 'less'} than ${size}.`;
}
