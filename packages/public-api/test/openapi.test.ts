import { describe, expect, test } from 'vitest';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRules from '@stoplight/spectral-rulesets';
import * as z from 'zod';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { EVENT_SHAPES } from '../src/2026-10/events/types.ts';
import { exampleOf } from '../src/openapi/example.ts';
import { openApiDocument } from '../src/openapi.ts';
import type { JsonObject } from '../src/openapi.ts';
import { route } from '../src/route.ts';
import { SCOPE_NAMES } from '../src/scopes.ts';
import { testVersions } from './versions/2099-01.ts';
import { versions } from '../src/versions.ts';
import type { ApiVersion } from '../src/versions.ts';

const place = { publicUrl: 'https://commerce.test', authUrl: 'https://auth.commerce.test' };

/** Problems found by the recommended rules of Redocly and by Spectral's rules of OpenAPI. */
async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const redocly = await lintFromString({ source: JSON.stringify(document), config });
  const spectral = new Spectral();
  spectral.setRuleset({ extends: spectralRules.oas as RulesetDefinition });
  return [
    ...redocly.map(({ severity, ruleId, message, location }) =>
      [severity, ruleId, message, location[0]?.pointer].join(' | '),
    ),
    ...(await spectral.run(JSON.stringify(document))).map(({ severity, code, message, path }) =>
      [severity, code, message, path.join('/')].join(' | '),
    ),
  ];
}

/** Object at a path of keys. */
function at(document: JsonObject, ...keys: string[]): JsonObject {
  let value = document;
  for (const key of keys) value = value[key] as JsonObject;
  return value;
}

describe.each([...versions, testVersions[1]].map((version) => [version.prefix, version] as const))(
  '%s',
  (_, version) => {
    const document = openApiDocument(version, place);
    const operations = Object.entries(version.routes).map(
      ([name, declared]) =>
        [
          name,
          declared,
          at(document, 'paths', declared.path.replace(/:(\w+)/, '{$1}'), declared.method.toLowerCase()),
        ] as const,
    );

    const slowTest = version === testVersions[1] ? longTest : test;
    slowTest('has no errors and no warnings of Redocly and of Spectral', async () => {
      expect(await problemsOf(document)).toEqual([]);
    });

    test.each(operations)('contains %s with its scope', (name, { scope }, operation) => {
      expect(operation['operationId']).toBe(name);
      expect(operation['security']).toEqual([{ oauth2: scope === null ? [] : [scope] }]);
    });

    test.each(operations)('contains the errors of %s', (_name, declared, operation) => {
      const { scope, body, idempotency, success, errors } = declared;
      const statuses = Object.keys(at(operation, 'responses'));
      const expected = [
        String(success.status),
        '400',
        '401',
        '405',
        '408',
        '429',
        '431',
        '500',
        '503',
        '504',
      ];
      if (scope !== null) expected.push('403');
      if (errors.includes('not_found')) expected.push('404');
      if (errors.includes('conflict') || idempotency !== 'none') expected.push('409');
      if (body !== undefined) expected.push('413', '415');
      if (idempotency !== 'none') expected.push('422');
      expect(statuses.toSorted()).toEqual(expected.toSorted());
    });

    test.each(operations)('declares the headers of the errors of %s', (_name, { idempotency }, operation) => {
      const headersOf = (status: string): string[] => {
        const response = at(operation, 'responses', status);
        const { $ref = '' } = response as { $ref?: string };
        return Object.keys(at(document, ...$ref.slice(2).split('/'), 'headers'));
      };
      const limits = ['RateLimit-Policy', 'RateLimit'];
      const stored = idempotency === 'none' ? [] : ['Idempotent-Replayed'];
      const own: Record<string, string[]> = {
        400: [...limits, ...stored],
        401: ['WWW-Authenticate'],
        403: [...limits, 'WWW-Authenticate'],
        404: [...limits, ...stored],
        405: ['Allow'],
        408: [],
        409: [...limits, ...stored],
        413: limits,
        415: [...limits, ...stored],
        422: limits,
        429: [...limits, 'Retry-After'],
        431: [],
        500: limits,
        503: [...limits, 'Retry-After'],
        504: limits,
      };
      const statuses = Object.keys(at(operation, 'responses')).filter((status) => !status.startsWith('2'));
      for (const status of statuses)
        expect([status, headersOf(status)]).toEqual([status, ['X-Request-Id', ...own[status]!]]);
    });

    test.each(operations)('the example of %s satisfies its schema', (_name, { success }) => {
      expect(success.schema.safeParse(success.example).error?.issues ?? []).toEqual([]);
    });

    test.each(operations.filter(([, { body }]) => body !== undefined))(
      'the body of %s has an example that satisfies its schema',
      (_name, { body }, operation) => {
        const schema = at(operation, 'requestBody', 'content', 'application/json', 'schema');
        expect(body!.safeParse(exampleOf(schema)).error?.issues ?? []).toEqual([]);
      },
    );

    test('every event is a webhook with a typed body, and one of `Event`', () => {
      expect(Object.keys(at(document, 'webhooks')).toSorted()).toEqual(Object.keys(EVENT_SHAPES).toSorted());
      const mapping = at(document, 'components', 'schemas', 'Event', 'discriminator', 'mapping');
      for (const [type, { schema, example }] of Object.entries(version.events)) {
        expect([type, schema.safeParse(example).error?.issues ?? []]).toEqual([type, []]);
        const body = at(document, 'webhooks', type, 'post', 'requestBody', 'content', 'application/json');
        expect(body['schema']).toEqual({ $ref: mapping[type] });
        const { data, meta } = at(document, ...(mapping[type] as string).slice(2).split('/'), 'properties');
        expect([type, JSON.stringify(data), JSON.stringify(meta)]).toEqual([
          type,
          expect.stringMatching(/"\$ref"|"properties"/),
          expect.stringMatching(/"properties"/),
        ]);
      }
    });

    test('every reference resolves', () => {
      const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
      for (const [, pointer] of references)
        expect([pointer, at(document, ...pointer!.split('/'))]).not.toContain(undefined);
    });

    test('contains the URL of the API and of the token endpoint', () => {
      expect(document.servers[0]!['url']).toBe(`https://commerce.test/api/public/${version.prefix}`);
      const flow = at(document, 'components', 'securitySchemes', 'oauth2', 'flows', 'authorizationCode');
      expect(flow['tokenUrl']).toBe('https://auth.commerce.test/oauth/apps/token');
      expect(Object.keys(flow['scopes'] as object)).toEqual([...SCOPE_NAMES]);
    });
  },
);

describe('a write', () => {
  const body = z.strictObject({ delta: z.int().optional().describe('Units to add.') });
  const adjust = route({
    method: 'POST',
    path: '/stock/adjustments',
    scope: 'write_stock',
    query: z.strictObject({}),
    body,
    idempotency: 'required',
    success: { status: 200, schema: z.strictObject({ data: z.int() }), example: { data: 1 } },
    errors: ['not_found', 'conflict'],
    summary: 'Adjust stock',
    description: 'Adds or takes units.',
    tag: 'Stock',
    present: (result: number) => ({ data: result }),
  });
  const version: ApiVersion = {
    prefix: '2099-01',
    released: '2099-01-01',
    routes: { adjust },
    components: {},
    events: {},
    eventShapes: {},
  };
  const document = openApiDocument(version, place);

  test('has a body, an idempotency key and the errors that follow from them', () => {
    const operation = at(document, 'paths', '/stock/adjustments', 'post');
    expect(operation['parameters']).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', required: true },
    ]);
    expect(at(operation, 'requestBody', 'content', 'application/json', 'schema')).toMatchObject({
      properties: { delta: { type: 'integer', description: 'Units to add.' } },
      additionalProperties: false,
    });
    expect(Object.keys(at(operation, 'responses'))).toEqual(
      expect.arrayContaining(['200', '409', '413', '415', '422', '429']),
    );
  });

  test('keeps the document valid', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });
});
