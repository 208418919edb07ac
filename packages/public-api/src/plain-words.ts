import type { z } from 'zod';

const TYPES: Record<string, string> = {
  string: 'Must be a text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
};

/** What a size is counted in, by what has it. */
const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['element', 'elements'],
};

/**
 * The rule that a value breaks, in plain words; undefined for a rule whose words are good already. For where a schema says nothing of its
 * own: whoever reads it knows the field, and not the library that checks it.
 */
export function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? 'Must be of another type.';
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
      return issue.format === 'email' ? 'Must be an email address.' : 'Is not of the form that it must have.';
    case 'invalid_union':
      return 'Is none of what may stand here.';
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
      return origin === 'string' ? 'Must not be empty.' : 'Must not be an empty list.';
    return `Must have ${bound} ${size} ${unit[size === 1 ? 0 : 1]}.`;
  }
  if (inclusive) return `Must be ${bound} ${size}.`;
  return `Must be ${bound === 'at least' ? 'more' : 'less'} than ${size}.`;
}
