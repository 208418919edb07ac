import * as z from 'zod';
import { lengthMessage } from '@commerce/texts/lengths.ts';
import { REPEATED, repeatedIndexes } from '@commerce/texts/lists.ts';
import { toNfc } from '@commerce/texts/nfc.ts';
import {
  isReadableLine,
  isReadableLines,
  isStorable,
  UNREADABLE_LINE,
  UNREADABLE_LINES,
} from '@commerce/texts/readable.ts';

/** OpenAPI description of a query parameter. Its schema parses a string, so zod's JSON Schema would not describe what callers send. */
export interface ParameterInfo {
  description: string;
  /** JSON Schema of the value that the string represents. */
  schema: Record<string, unknown>;
  example?: string | number;
}

/** OpenAPI descriptions of query parameters by their outermost schemas. */
export const parameterInfo = z.registry<ParameterInfo>();

/**
 * String of `min` to `max` UTF-16 units that satisfies a rule, which is only checked if the length is right. Does not use
 * zod's `abort`, which would skip the rules over several fields.
 */
const bounded = (min: number, max: number, keepsRule: (value: string) => boolean, message: string) =>
  z
    .string()
    .min(min, lengthMessage(min, max))
    .max(max, lengthMessage(min, max))
    .refine((value) => value.length < min || value.length > max || keepsRule(value), message);

/** Search text or id of `min` to `max` UTF-16 units, without NUL and unpaired surrogates. */
export const text = (min: number, max: number): z.ZodString =>
  bounded(min, max, isStorable, 'Must not contain NUL or unpaired surrogates.');

/** Single line to store, of `min` to `max` UTF-16 units, that is displayed as it is. */
export const line = (min: number, max: number): z.ZodString => {
  const isGood = (value: string) => isReadableLine(value) && (min === 0 || value.trim() !== '');
  return bounded(min, max, isGood, UNREADABLE_LINE);
};

/** Text to store that may have several lines and is displayed as it is. */
export const paragraphs = (max: number): z.ZodString => bounded(0, max, isReadableLines, UNREADABLE_LINES);

/** Maximum length of a string that is checked as an id. */
export const ID_MAX_LENGTH = 200;

/** Optional free-text parameter. */
export function optionalText(max: number, description: string, example?: string): z.ZodOptional<z.ZodString> {
  // Stored texts are in this form.
  return text(1, max)
    .overwrite(toNfc)
    .optional()
    .register(parameterInfo, {
      description,
      schema: { type: 'string', minLength: 1, maxLength: max },
      ...(example === undefined ? {} : { example }),
    });
}

/** Optional id. Accepts any string, because a malformed id does not exist (decisions, "Ids": 404, not 400). */
export const optionalId = (description: string, example?: string): z.ZodOptional<z.ZodString> =>
  optionalText(ID_MAX_LENGTH, description, example);

/** Required id. */
export function requiredId(description: string, example?: string): z.ZodString {
  return text(1, ID_MAX_LENGTH).register(parameterInfo, {
    description,
    schema: { type: 'string', minLength: 1, maxLength: ID_MAX_LENGTH },
    ...(example === undefined ? {} : { example }),
  });
}

/** Maximum number of ids in a filter. */
const MAX_IDS = 100;

/** Optional list of ids, separated by commas. */
export const optionalIds = (kind: string, example: string) =>
  z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(text(1, ID_MAX_LENGTH)).max(MAX_IDS))
    .optional()
    .register(parameterInfo, {
      description: `Only the ${kind} with these ids, at most ${MAX_IDS}, separated by commas. Unknown ids match nothing.`,
      schema: {
        type: 'string',
        pattern: `^[^,]{1,${ID_MAX_LENGTH}}(,[^,]{1,${ID_MAX_LENGTH}}){0,${MAX_IDS - 1}}$`,
      },
      example,
    });

const wholeNumber = /^\d{1,9}$/;

/** `limit`: resources (for prices and stock: products) per page (contract, section 4, "Pagination"). */
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
      description: 'Maximum number of results per page.',
      schema: { type: 'integer', minimum: 1, maximum: max, default: byDefault },
    });

/** `cursor`: position of the page. Only its length is checked here; the gateway checks its content. */
export const cursor = () =>
  optionalText(2_048, '`next_cursor` of the previous page. Keep the filters unchanged.');

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/;

const DATE_FORMS =
  'Must be a date as YYYY-MM-DD, or a date-time as YYYY-MM-DDThh:mm[:ss[.fff]] with Z or an offset such as -03:00 (a plus sign in a URL is written %2B).';
const NO_ZONE = 'Must end with a time zone: Z or an offset such as -03:00.';

/** Parses a date (midnight UTC) or a date-time to ms since 1970; returns the problem if it is invalid. */
function readInstant(value: string): number | string {
  const [, time, zone] = DATE_TIME.exec(value) ?? [];
  if (time === undefined && !DATE.test(value)) return DATE_FORMS;
  // `Date` would accept February 30 as March 2.
  const [day] = value.split('T', 1);
  if (!z.iso.date().safeParse(day).success) return DATE_FORMS;
  if (time !== undefined && zone === undefined) return NO_ZONE;
  const offset = zone?.replace(/^(...)(\d\d)$/, '$1:$2') ?? '';
  const instant = Date.parse(`${time ?? value}${offset}`);
  return Number.isNaN(instant) ? DATE_FORMS : instant;
}

/**
 * Optional date (midnight UTC) or date-time with `Z` or an offset (decisions, "Dates in parameters"), parsed to ms since
 * 1970. Finer fractions are cut off, which only adds results for an inclusive lower bound.
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

/** Body field that is known but rejected, with the reason `not_accepted` instead of `unknown_field`. */
export const notAccepted = (message: string) =>
  z
    .custom<undefined>((value) => value === undefined, {
      message,
      params: { reason: 'not_accepted' },
      abort: false,
    })
    .optional();

/** Condition for checking a rule over several fields: independent of other problems, so that all are reported at once. */
export const isObject = ({ value }: { value: unknown }): boolean =>
  typeof value === 'object' && value !== null;

/** List of at most `max` distinct elements. @param keyOf key that distinguishes elements, and its path in an element */
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
  return z.array(element).max(max).superRefine(refuseRepeated, { when: isShort }).meta({ uniqueItems: true });
}

/** List of at most `max` objects with distinct ids. */
export const distinctById = <Element extends z.ZodType>(element: Element, max: number) =>
  distinctList(element, max, { of: (value) => (value as { id?: unknown } | null)?.id, path: ['id'] });

/** Query of a route without parameters. */
export const noQuery = z.strictObject({});
