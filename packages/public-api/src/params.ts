import { z } from 'zod';
import { REPEATED, repeatedIndexes } from '@commerce/texts/lists.ts';
import {
  isReadableLine,
  isReadableLines,
  isStorable,
  UNREADABLE_LINE,
  UNREADABLE_LINES,
} from '@commerce/texts/readable.ts';

/** How a query parameter is told in OpenAPI: its text is parsed, so zod's own JSON Schema would not be what a caller sends. */
export interface ParameterInfo {
  description: string;
  /** JSON Schema of the text as a caller means it. */
  schema: Record<string, unknown>;
  example?: string | number;
}

/** What OpenAPI says of each query parameter, by its (outermost) schema. */
export const parameterInfo = z.registry<ParameterInfo>();

/**
 * A text of `min` to `max` UTF-16 units that keeps a rule. Not zod's `abort`, which would keep the rules over several fields from being
 * looked at: one with the wrong length is not looked at further.
 */
const bounded = (min: number, max: number, keepsRule: (value: string) => boolean, message: string) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((value) => value.length < min || value.length > max || keepsRule(value), message);

/** Text to look for, or an id, of `min` to `max` UTF-16 units, without NUL and lone surrogates. */
export const text = (min: number, max: number): z.ZodString =>
  bounded(min, max, isStorable, 'Must not contain NUL or unpaired surrogates.');

/** A text of one line that is kept, of `min` to `max` UTF-16 units, which people can read as it is. */
export const line = (min: number, max: number): z.ZodString => {
  const isGood = (value: string) => isReadableLine(value) && (min === 0 || value.trim() !== '');
  return bounded(min, max, isGood, UNREADABLE_LINE);
};

/** The same of a text that may have several lines. */
export const paragraphs = (max: number): z.ZodString => bounded(0, max, isReadableLines, UNREADABLE_LINES);

/** Longest text that is looked at as an id. */
export const ID_MAX_LENGTH = 200;

/** An optional parameter of free text. */
export function optionalText(max: number, description: string, example?: string): z.ZodOptional<z.ZodString> {
  return text(1, max)
    .optional()
    .register(parameterInfo, {
      description,
      schema: { type: 'string', minLength: 1, maxLength: max },
      ...(example === undefined ? {} : { example }),
    });
}

/** An optional id: any text, for one that does not parse is one that does not exist (decisions, "Ids": 404, not 400). */
export const optionalId = (description: string, example?: string): z.ZodOptional<z.ZodString> =>
  optionalText(ID_MAX_LENGTH, description, example);

/** An id that must be given. */
export function requiredId(description: string, example?: string): z.ZodString {
  return text(1, ID_MAX_LENGTH).register(parameterInfo, {
    description,
    schema: { type: 'string', minLength: 1, maxLength: ID_MAX_LENGTH },
    ...(example === undefined ? {} : { example }),
  });
}

const wholeNumber = /^\d{1,9}$/;

/** `limit`: resources (of prices and stock: products) a page (contract, section 4, "Pagination"). */
export const limit = (max: number, byDefault: number) =>
  z
    .string()
    .refine(
      (value) => wholeNumber.test(value) && Number(value) >= 1 && Number(value) <= max,
      `Must be a whole number from 1 to ${max}.`,
    )
    .transform(Number)
    .default(byDefault)
    .register(parameterInfo, {
      description: 'How many to answer at most in a page.',
      schema: { type: 'integer', minimum: 1, maximum: max, default: byDefault },
    });

/** `cursor`: where to go on. What is in it the gateway checks; here only that it has a sane length. */
export const cursor = () =>
  optionalText(2_048, 'The `next_cursor` of the page before; keep the filters as they were.');

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/;

const DATE_FORMS =
  'Must be a date as YYYY-MM-DD, or a date-time as YYYY-MM-DDThh:mm[:ss[.fff]] with Z or an offset such as -03:00 (a plus sign in a URL is written %2B).';
const NO_ZONE = 'Must have a time zone at its end: Z, or an offset such as -03:00.';

/** A date (midnight UTC) or a date-time, in ms since 1970; otherwise what is wrong with it. */
function readInstant(value: string): number | string {
  const [, time, zone] = DATE_TIME.exec(value) ?? [];
  if (time === undefined && !DATE.test(value)) return DATE_FORMS;
  // `Date` would take February 30 for March 2.
  const [day] = value.split('T', 1);
  if (!z.iso.date().safeParse(day).success) return DATE_FORMS;
  if (time !== undefined && zone === undefined) return NO_ZONE;
  const offset = zone?.replace(/^(...)(\d\d)$/, '$1:$2') ?? '';
  const instant = Date.parse(`${time ?? value}${offset}`);
  return Number.isNaN(instant) ? DATE_FORMS : instant;
}

/**
 * An optional date (midnight UTC) or date-time with `Z` or an offset (decisions, "Dates in parameters"); parsed to ms since 1970, finer
 * fractions cut off, which for an inclusive lower bound only adds.
 */
export const optionalInstant = (description: string) =>
  z
    .string()
    .transform((value, context) => {
      const instant = readInstant(value);
      if (typeof instant === 'number') return instant;
      context.addIssue({ code: 'custom', message: instant });
      return z.NEVER;
    })
    .optional()
    .register(parameterInfo, {
      description: `${description} \`YYYY-MM-DD\` (midnight UTC), or \`YYYY-MM-DDThh:mm[:ss[.fff]]\` with \`Z\` or an offset such as \`-03:00\`.`,
      schema: { type: 'string' },
      example: '2026-10-01T00:00:00.000Z',
    });

/** A body field that is known and refused: given, it is told as `not_accepted` rather than as unknown. */
export const notAccepted = (message: string) =>
  z
    .custom<undefined>((value) => value === undefined, {
      message,
      params: { reason: 'not_accepted' },
      abort: false,
    })
    .optional();

/** When a rule over several fields is looked at: whatever else is wrong, because all problems are reported at once. */
export const isObject = ({ value }: { value: unknown }): boolean =>
  typeof value === 'object' && value !== null;

/** A list of at most `max` elements, none of them twice. @param keyOf what tells two elements apart, and where it is in one */
export function distinctList<Element extends z.ZodType>(
  element: Element,
  max: number,
  keyOf: { of: (value: unknown) => unknown; path: string[] } = { of: (value) => value, path: [] },
): z.ZodArray<Element> {
  const refuseRepeated = (values: unknown[], context: z.core.$RefinementCtx): void => {
    for (const at of repeatedIndexes(values.map((value) => keyOf.of(value))))
      context.addIssue({ code: 'custom', path: [at, ...keyOf.path], message: REPEATED });
  };
  const isShort = ({ value }: { value: unknown }) => Array.isArray(value) && value.length <= max;
  return z.array(element).max(max).superRefine(refuseRepeated, { when: isShort });
}

/** `distinctList` of objects with an id. */
export const distinctById = <Element extends z.ZodType>(element: Element, max: number) =>
  distinctList(element, max, { of: (value) => (value as { id?: unknown } | null)?.id, path: ['id'] });

/** The query of a route that takes no parameter. */
export const noQuery = z.strictObject({});
