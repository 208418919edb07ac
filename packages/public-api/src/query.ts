import type { z } from 'zod';
import { plainWords } from './plain-words.ts';
import type { ProblemDetail } from './problem.ts';

/** What a request's part was parsed to, or everything that is wrong with it (decisions, "Errors": all at once). */
export type Parsed<T> = { ok: true; value: T } | { ok: false; details: ProblemDetail[] };

// A refusal must not be much larger than the request: beyond this many problems the caller learns nothing more.
const MAX_DETAILS = 100;
const MAX_FIELD_LENGTH = 200;

const IN_PLAIN_WORDS = { error: plainWords };

const fieldName = (name: string): string =>
  name.length <= MAX_FIELD_LENGTH ? name : `${name.slice(0, MAX_FIELD_LENGTH)}…`;

const detail = (reason: string, field: string, message: string): ProblemDetail =>
  field === '' ? { reason, message } : { reason, field: fieldName(field), message };

/** Each bad value once, by the last of the rules that it breaks: those of every number come before those of the field. */
function toldOnce(details: ProblemDetail[]): ProblemDetail[] {
  const last = new Map<string | ProblemDetail, ProblemDetail>();
  for (const told of details)
    last.set(told.reason === 'invalid_value' && told.field !== undefined ? told.field : told, told);
  return [...last.values()];
}

/** Parses the query string of a route: unknown, repeated, missing and bad parameters are all told. Never throws. */
export function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  params: URLSearchParams,
): Parsed<z.output<Schema>> {
  const details: ProblemDetail[] = [];
  const values: Record<string, string> = {};
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [name, value] of params) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
    // Only names of the schema become keys, so no parameter can be `__proto__`.
    if (Object.hasOwn(schema.shape, name)) values[name] = value;
  }
  for (const name of seen) {
    if (!Object.hasOwn(schema.shape, name))
      details.push(detail('unknown_parameter', name, 'This parameter is not known here.'));
    else if (repeated.has(name)) details.push(detail('invalid_value', name, 'Must be given only once.'));
  }
  const parsed = schema.safeParse(values, IN_PLAIN_WORDS);
  if (parsed.success && details.length === 0) return { ok: true, value: parsed.data };
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    if (repeated.has(name)) continue;
    if (name !== '' && !seen.has(name)) details.push(detail('missing', name, 'Must be given.'));
    else details.push(detail('invalid_value', name, issue.message));
  }
  return { ok: false, details: toldOnce(details).slice(0, MAX_DETAILS) };
}

/** `['variants', 0, 'price']` → `variants[0].price`. */
function fieldPath(path: readonly PropertyKey[]): string {
  let field = '';
  for (const step of path) {
    if (typeof step === 'number') field += `[${step}]`;
    else field += field === '' ? String(step) : `.${String(step)}`;
  }
  return field;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

function detailsOf(issue: z.core.$ZodIssue, body: unknown): ProblemDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MAX_DETAILS)
      .map((key) =>
        detail('unknown_field', fieldPath([...issue.path, key]), 'This field is not known here.'),
      );
  }
  const field = fieldPath(issue.path);
  const reason = issue.code === 'custom' ? (issue.params?.['reason'] as unknown) : undefined;
  if (typeof reason === 'string') return [detail(reason, field, issue.message)];
  if (valueAt(body, issue.path) === undefined) return [detail('missing', field, 'Must be given.')];
  return [detail('invalid_value', field, issue.message)];
}

/** Parses the JSON body of a route: unknown, missing, refused and bad fields are all told, by their paths. Never throws. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): Parsed<z.output<Schema>> {
  const parsed = schema.safeParse(body, IN_PLAIN_WORDS);
  if (parsed.success) return { ok: true, value: parsed.data };
  const details: ProblemDetail[] = [];
  for (const issue of parsed.error.issues) {
    if (details.length >= MAX_DETAILS) break;
    details.push(...detailsOf(issue, body));
  }
  return { ok: false, details: toldOnce(details).slice(0, MAX_DETAILS) };
}
