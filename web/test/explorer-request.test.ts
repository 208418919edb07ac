import { expect, test } from 'vitest';
import type { ApiOperation } from '@commerce/console-api/routes/explorer.ts';
import {
  collectIds,
  exampleRequest,
  missingParameters,
  targetOf,
} from '../src/areas/developer/explorer/request.ts';
import { SAMPLES } from '../src/areas/developer/explorer/samples.ts';

const EXAMPLE_ID = 'prd_01m7yc7hvee8ks3x6bz6jjw7eg';
const KNOWN_ID = 'prd_01m7yc7hvee8ks3x6jty0jwtd8';
const SHOP_ID = 'shp_01m7yc7hvde8ks3x54bqnxqh6c';

const field = (name: string, required: boolean) => ({
  name,
  type: name === 'limit' ? 'integer' : 'string',
  about: '',
  required,
  example: '',
  values: [],
});
const operation: ApiOperation = {
  name: 'setThing',
  tag: 'Things',
  method: 'PUT',
  path: '/things/{id}',
  summary: 'Set a thing',
  scope: null,
  pathParameters: [{ name: 'id', example: EXAMPLE_ID }],
  query: [field('shop', true), field('limit', false)],
  body: `{"product":"${EXAMPLE_ID}"}`,
  bodyFields: [],
  needsKey: true,
};

test('a request starts from the examples, with ids of the store as far as they are known', () => {
  const first = exampleRequest(operation, {}, 'key');
  expect([first.path, first.query, first.body]).toEqual([
    { id: EXAMPLE_ID },
    { shop: '', limit: '' },
    operation.body,
  ]);
  expect(missingParameters(first)).toEqual(['shop']);
  const body = `{"data":[{"id":"${KNOWN_ID}"},{"id":"${EXAMPLE_ID}"}],"shop":{"id": "${SHOP_ID}"}}`;
  const next = exampleRequest(operation, collectIds({}, body), 'key');
  expect([next.path, next.query, next.body, next.idempotencyKey]).toEqual([
    { id: KNOWN_ID },
    { shop: SHOP_ID, limit: '' },
    `{"product":"${KNOWN_ID}"}`,
    'key',
  ]);
  expect(targetOf(next)).toBe(`/things/${KNOWN_ID}?shop=${SHOP_ID}`);
});

test('parameters are encoded, and an empty path parameter stays a placeholder instead of calling the list', () => {
  const request = exampleRequest(operation, {}, '');
  expect(targetOf({ ...request, path: { id: '../x?' }, query: { shop: 'a&b', limit: '' } })).toBe(
    '/things/..%2Fx%3F?shop=a%26b',
  );
  const empty = { ...request, path: { id: '' } };
  expect(targetOf(empty)).toBe('/things/{id}');
  expect(missingParameters(empty)).toEqual(['id', 'shop']);
});

test('the SDK sample passes whole numbers as numbers and other values as strings', () => {
  const request = { ...exampleRequest(operation, {}, ''), query: { shop: '7', limit: '2' }, body: '' };
  const code = SAMPLES.sdk(request, 'https://mostrador.example/api/public/2026-10');
  expect(code).toContain('"shop": "7"');
  expect(code).toContain('"limit": 2');
});
