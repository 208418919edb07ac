import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { InputOf } from '@commerce/http-contract/route.ts';
import { route, universalErrors } from '../src/route.ts';
import type { Page, ResultOf } from '../src/route.ts';
import { testVersions } from './versions/2099-01.ts';
import { versions } from '../src/versions.ts';
import type { HandlerInput, HandlerResult } from '../src/versions.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

const write = route({
  method: 'PUT',
  path: '/prices/:productId/of/:shop',
  scope: 'write_prices',
  query: z.strictObject({}),
  body: z.strictObject({ price: z.number() }),
  idempotency: 'optional',
  success: { status: 200, schema: z.string(), example: 'done' },
  errors: ['not_found'],
  summary: 'Set a price',
  description: 'Sets a price.',
  tag: 'Prices',
  present: (result: Date) => result.toISOString(),
});

// Checked by the compiler: a different type does not accept `true`.
test('handlers are typed by their routes', () => {
  const same: [
    Same<HandlerInput<'getProduct'>['params'], { id: string }>,
    Same<HandlerInput<'getProduct'>['body'], undefined>,
    Same<HandlerInput<'listProducts'>['query']['updated_since'], number | undefined>,
    Same<HandlerInput<'listProducts'>['query']['limit'], number>,
    Same<HandlerInput<'listPrices'>['query']['shop'], string>,
    Same<HandlerResult<'getProduct'>, Uint8Array>,
    Same<HandlerResult<'listProducts'>, Page<Uint8Array>>,
    Same<InputOf<typeof write>['params'], { productId: string; shop: string }>,
    Same<InputOf<typeof write>['body'], { price: number }>,
    Same<ResultOf<typeof write>, Date>,
  ] = [true, true, true, true, true, true, true, true, true, true];
  expect(same).not.toContain(false);
});

describe('the universal errors', () => {
  test('of a read without a scope', () => {
    expect(universalErrors({ scope: null, body: undefined, idempotency: 'none' })).toEqual([
      'invalid_request',
      'invalid_token',
      'method_not_allowed',
      'server_error',
      'unavailable',
      'timeout',
    ]);
  });

  test('of a write with a body and an idempotency key', () => {
    expect(universalErrors(write)).toEqual([
      'invalid_request',
      'invalid_token',
      'insufficient_scope',
      'method_not_allowed',
      'payload_too_large',
      'unsupported_media_type',
      'conflict',
      'idempotency_conflict',
      'server_error',
      'unavailable',
      'timeout',
    ]);
  });
});

describe.each(
  [...versions, testVersions[1]].map(({ prefix, routes }) => [prefix, Object.values(routes)] as const),
)('%s', (prefix, all) => {
  test('is a date of the form YYYY-MM', () => {
    expect(prefix).toMatch(/^\d{4}-(0[1-9]|1[0-2])$/);
  });

  test('no two endpoints share method and path', () => {
    const keys = all.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('a read has no body and no idempotency key', () => {
    for (const { method, body, idempotency } of all)
      if (method === 'GET') expect({ body, idempotency }).toEqual({ body: undefined, idempotency: 'none' });
  });

  test('reads require a read scope, except for store and installation, and for events, which require that of their resource', () => {
    for (const { method, path, scope } of all)
      if (method === 'GET' && !['/store', '/installation', '/events'].includes(path))
        expect([path, scope]).toEqual([path, expect.stringMatching(/^read_/)]);
  });
});

const endpoints = Object.values(versions.find(({ prefix }) => prefix === '2026-10')!.routes).map(
  ({ method, path, scope, idempotency }) =>
    method === 'GET'
      ? `${method} ${path} ${scope ?? 'none'}`
      : `${method} ${path} ${scope ?? 'none'} ${idempotency}`,
);

test('2026-10 has every read of the contract, and the additions', () => {
  expect(endpoints.filter((endpoint) => endpoint.startsWith('GET'))).toEqual([
    'GET /store none',
    'GET /shops read_shops',
    'GET /shops/:id read_shops',
    'GET /categories read_products',
    'GET /categories/:id read_products',
    'GET /brands read_products',
    'GET /brands/:id read_products',
    'GET /products read_products',
    'GET /products/:id read_products',
    'GET /prices read_prices',
    'GET /price-lists read_prices',
    'GET /stock read_stock',
    'GET /orders read_orders',
    'GET /orders/:id read_orders',
    'GET /status-flow read_orders',
    'GET /customers read_customers',
    'GET /customers/:id read_customers',
    'GET /installation none',
    'GET /events none',
  ]);
});

test('2026-10 has the writes of products, with their scope and their use of an Idempotency-Key', () => {
  expect(endpoints).toEqual(
    expect.arrayContaining([
      'POST /products write_products optional',
      'PATCH /products/:id write_products optional',
      'DELETE /products/:id write_products none',
    ]),
  );
});

test('2026-10 has the write of prices', () => {
  expect(endpoints).toContain('PUT /prices/:productId write_prices optional');
});
