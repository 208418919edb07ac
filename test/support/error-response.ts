import { expect } from 'vitest';
import { openApiDocument, type JsonObject } from '@commerce/public-api/openapi.ts';
import { problemSchema } from '@commerce/public-api/problem.ts';
import type { ApiVersion } from '@commerce/public-api/versions.ts';
import type { Answer } from './api.ts';

/** Headers that only some responses have. */
const OWN = [
  'Allow',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

const at = (from: JsonObject, ...keys: string[]): JsonObject =>
  keys.reduce((value, key) => value[key] as JsonObject, from);

/**
 * Check of an error response of a version: it has the headers that OpenAPI declares for its operation and status, all of
 * them, but `Idempotent-Replayed` only in a replay. The request is the method and path of the route: `POST /products`.
 */
export function declaredHeaders(version: ApiVersion): (request: string, answer: Answer) => void {
  const document = openApiDocument(version, { publicUrl: 'https://commerce.test' });
  return (request, answer) => expectDeclared(document, request, answer);
}

function expectDeclared(document: JsonObject, request: string, { status, headers }: Answer): void {
  const [method, path] = request.split(' ') as [string, string];
  const operation = at(document, 'paths', path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase());
  const { $ref } = at(operation, 'responses', String(status)) as { $ref: string };
  const declared = Object.keys(at(document, ...$ref.slice(2).split('/'), 'headers'));
  const isExpected = (name: string) =>
    name === 'Idempotent-Replayed' ? declared.includes(name) && headers.has(name) : declared.includes(name);
  expect([request, status, OWN.filter((name) => headers.has(name))]).toEqual([
    request,
    status,
    OWN.filter(isExpected),
  ]);
}

/** Expects an error response in the common format. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body?.code]).toEqual([status, code]);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const problem = problemSchema.parse(answer.body);
  expect(problem.request_id).toBe(answer.headers.get('x-request-id'));
  expect(problem.type).toMatch(new RegExp(`/docs/errors/${code}$`));
}
