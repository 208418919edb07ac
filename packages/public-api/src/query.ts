import type * as z from 'zod';
import type { QuerySchema } from '@commerce/http-contract/route.ts';
import { ruleMessage } from './rule-messages.ts';
import type { ProblemDetail } from './problem.ts';

/** Parsed part of a request, or all of its problems (decisions, "Errors": all at once). */
export type Parsed<T> = { ok: true; value: T } | { ok: false; details: ProblemDetail[] };

// Limits the size of an error response; more problems would not help the caller.
const MAX_DETAILS = 100;
const MAX_FIELD_LENGTH = 200;

const RULE_MESSAGES = { error: ruleMessage };

const fieldName = (name: string): string =>
  name.length <= MAX_FIELD_LENGTH ? name : `${name.slice(0, MAX_FIELD_LENGTH)}…`;

const detail = (reason: string, field: string, message: string): ProblemDetail =>
  field === '' ? { reason, message } : { reason, field: fieldName(field), message };

/** Keeps one problem per invalid value: the last, because general rules of a type are checked before those of the field. */
function lastPerField(details: ProblemDetail[]): ProblemDetail[] {
  const last = new Map<string | ProblemDetail, ProblemDetail>();
  for (const each of details)
    last.set(each.reason === 'invalid_value' && each.field !== undefined ? each.field : each, each);
  return [...last.values()];
}

/** Schemas of the parameters of a query, by the names that callers use. */
export const parametersOf = (query: QuerySchema): z.ZodObject['shape'] =>
  ('in' in query ? query.in : query).shape;

/** Parses the query string of a route and reports all unknown, repeated, missing and invalid parameters. Never throws. */
export function parseQuery<Schema extends QuerySchema>(
  schema: Schema,
  params: URLSearchParams,
): Parsed<z.output<Schema>> {
  const parameters = parametersOf(schema);
  const details: ProblemDetail[] = [];
  const values: Record<string, string> = {};
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [name, value] of params) {
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
    // Only names of the schema become keys, so no parameter can be `__proto__`.
    if (Object.hasOwn(parameters, name)) values[name] = value;
  }
  for (const name of seen) {
    if (!Object.hasOwn(parameters, name))
      details.push(detail('unknown_parameter', name, 'Unknown parameter.'));
    else if (repeated.has(name)) details.push(detail('invalid_value', name, 'Must appear only once.'));
  }
  const parsed = schema.safeParse(values, RULE_MESSAGES);
  if (parsed.success && details.length === 0) return { ok: true, value: parsed.data as z.output<Schema> };
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    if (repeated.has(name)) continue;
    if (name !== '' && !seen.has(name)) details.push(detail('missing', name, 'Is required.'));
    else details.push(detail('invalid_value', name, issue.message));
  }
  return { ok: false, details: lastPerField(details).slice(0, MAX_DETAILS) };
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
      .map((key) => detail('unknown_field', fieldPath([...issue.path, key]), 'Unknown field.'));
  }
  const field = fieldPath(issue.path);
  const reason = issue.code === 'custom' ? (issue.params?.['reason'] as unknown) : undefined;
  if (typeof reason === 'string') return [detail(reason, field, issue.message)];
  if (valueAt(body, issue.path) === undefined) return [detail('missing', field, 'Is required.')];
  return [detail('invalid_value', field, issue.message)];
}

/** Parses the JSON body of a route and reports all unknown, missing, rejected and invalid fields by path. Never throws. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): Parsed<z.output<Schema>> {
  const parsed = schema.safeParse(body, RULE_MESSAGES);
  if (parsed.success) return { ok: true, value: parsed.data };
  const details: ProblemDetail[] = [];
  for (const issue of parsed.error.issues) {
    if (details.length >= MAX_DETAILS) break;
    details.push(...detailsOf(issue, body));
  }
  return { ok: false, details: lastPerField(details).slice(0, MAX_DETAILS) };
}
