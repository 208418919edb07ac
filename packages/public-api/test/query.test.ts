import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import * as z from 'zod';
import { routes } from '../src/2026-10/index.ts';
import { notAccepted, text } from '../src/params.ts';
import { parseBody, parseQuery } from '../src/query.ts';
import { versions } from '../src/versions.ts';

const query = (operation: keyof typeof routes, search: string) =>
  parseQuery(routes[operation].query as z.ZodObject, new URLSearchParams(search));

const refusals = (operation: keyof typeof routes, search: string) => {
  const parsed = query(operation, search);
  return parsed.ok ? [] : parsed.details.map(({ reason, field }) => `${reason} ${field}`);
};

test.each(['2026-10-01T10:00', '2026-10-01T10:00:00', '2026-10-01T10:00:00.000'])(
  'updated_since=%s is rejected for its missing time zone',
  (value) => {
    const parsed = query('listCustomers', `updated_since=${value}`);
    expect(parsed.ok ? [] : parsed.details).toEqual([
      {
        reason: 'invalid_value',
        field: 'updated_since',
        message: 'Must end with a time zone: Z or an offset such as -03:00.',
      },
    ]);
  },
);

const manyIds = (count: number) => Array.from({ length: count }, (_, n) => `ord_${n}`);

describe('parseQuery', () => {
  test('returns typed values and defaults', () => {
    expect(query('listProducts', 'updated_since=2026-10-01T10:00:00-03:00&category=x')).toEqual({
      ok: true,
      value: { updated_since: Date.UTC(2026, 9, 1, 13), category: 'x', limit: 50 },
    });
    expect(query('listPrices', 'shop=s')).toEqual({ ok: true, value: { shop: 's', limit: 25 } });
  });

  test('splits a list of ids at its commas, and rejects an empty id, a long one, and more than 100', () => {
    expect(query('listOrders', 'ids=a')).toEqual({ ok: true, value: { ids: ['a'], limit: 50 } });
    expect(query('listOrders', `ids=${manyIds(100).join(',')}`)).toEqual({
      ok: true,
      value: { ids: manyIds(100), limit: 50 },
    });
    for (const bad of ['', ',', 'a,', ',a', 'a,,b', `a,${'x'.repeat(201)}`, 'a,%00'])
      expect([bad, refusals('listOrders', `ids=${bad}`)]).toEqual([bad, ['invalid_value ids']]);
    expect(query('listOrders', `ids=${manyIds(101).join(',')}`)).toEqual({
      ok: false,
      details: [{ reason: 'invalid_value', field: 'ids', message: 'Must have at most 100 elements.' }],
    });
  });

  test('reports all problems at once', () => {
    expect(refusals('listPrices', 'limit=0&foo=1&product=a&product=b&__proto__=1').toSorted()).toEqual([
      'invalid_value limit',
      'invalid_value product',
      'missing shop',
      'unknown_parameter __proto__',
      'unknown_parameter foo',
    ]);
  });

  test('rejects a repeated parameter once, even if its value is invalid as well', () => {
    expect(refusals('listShops', 'limit=0&limit=1000')).toEqual(['invalid_value limit']);
  });

  test('does not also report a repeated required parameter as missing', () => {
    expect(refusals('listStock', 'shop=a&shop=b')).toEqual(['invalid_value shop']);
  });

  test.each(['0', '101', '-1', '1.5', '1e1', 'ten', '', ' 5', '+5', '٣', '9'.repeat(400)])(
    'rejects limit=%j',
    (value) => {
      expect(refusals('listShops', `limit=${encodeURIComponent(value)}`)).toEqual(['invalid_value limit']);
    },
  );

  test.each([
    ['listShops', 1],
    ['listShops', 100],
    ['listPrices', 25],
  ] as const)('%s accepts limit=%d', (operation, value) => {
    expect(
      query(operation, `shop=s&limit=${value}`.replace(operation === 'listShops' ? 'shop=s&' : '', '')),
    ).toMatchObject({
      ok: true,
      value: { limit: value },
    });
  });

  test('limits pages of prices to 25', () => {
    expect(refusals('listPrices', 'shop=s&limit=26')).toEqual(['invalid_value limit']);
  });

  test.each([
    ['2026-10-01', Date.UTC(2026, 9, 1)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2026-10-01T00:00:00Z', Date.UTC(2026, 9, 1)],
    ['2026-10-01T00:00:00.123Z', Date.UTC(2026, 9, 1, 0, 0, 0, 123)],
    ['2026-10-01T00:00:00.123999Z', Date.UTC(2026, 9, 1, 0, 0, 0, 123)],
    ['2026-10-01T00:00:00+05:30', Date.UTC(2026, 8, 30, 18, 30)],
    ['2026-10-01T00:00:00+0530', Date.UTC(2026, 8, 30, 18, 30)],
    ['2026-10-01T00:00Z', Date.UTC(2026, 9, 1)],
    ['2026-10-01T00:00-03:00', Date.UTC(2026, 9, 1, 3)],
  ])('parses updated_since=%s to a timestamp', (value, ms) => {
    expect(query('listOrders', `updated_since=${encodeURIComponent(value)}`)).toMatchObject({
      ok: true,
      value: { updated_since: ms },
    });
  });

  test.each([
    'yesterday',
    '2026-13-01',
    '2026-02-30',
    '2026-10-01T25:00:00Z',
    '2026-10',
    '20261001T000000Z',
    '2026-10-01 10:00:00Z',
    '2026-10-01T10Z',
    '2026-10-01T10:00:00 03:00',
    '1759276800',
    '01/10/2026',
    '',
  ])('rejects updated_since=%j', (value) => {
    expect(refusals('listCustomers', `updated_since=${value}`)).toEqual(['invalid_value updated_since']);
  });

  test('accepts a malformed id, which is a 404, not a 400', () => {
    expect(query('listProducts', 'category=%27;--&brand=../..').ok).toBe(true);
  });

  test('limits an id to 200 characters without NUL', () => {
    expect(refusals('listStock', `shop=${'x'.repeat(201)}`)).toEqual(['invalid_value shop']);
    expect(refusals('listStock', 'shop=a%00b')).toEqual(['invalid_value shop']);
  });

  test('parses or rejects any query string without throwing', () => {
    const names = fc.oneof(
      fc.constantFrom('limit', 'cursor', 'shop', 'updated_since', 'sku', '__proto__', 'constructor'),
      fc.string({ unit: 'binary' }),
    );
    const pairs = fc.array(fc.tuple(names, fc.string({ unit: 'binary' })), { maxLength: 8 });
    const operations = fc.constantFrom(...(Object.keys(routes) as (keyof typeof routes)[]));
    fc.assert(
      fc.property(operations, pairs, (operation, entries) => {
        const parsed = parseQuery(routes[operation].query as z.ZodObject, new URLSearchParams(entries));
        if (!parsed.ok) expect(parsed.details.length).toBeGreaterThan(0);
      }),
    );
  });

  test('accepts any text at any position of a raw query string without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        const parsed = parseQuery(routes.listProducts.query, new URLSearchParams(raw));
        expect(typeof parsed.ok).toBe('boolean');
      }),
    );
  });
});

const body = z.strictObject({
  name: text(1, 20),
  price: notAccepted('Prices are set with PUT /prices/:productId.'),
  document: z.strictObject({ type: z.literal('DNI'), number: z.string() }).optional(),
  variants: z.array(z.strictObject({ id: z.string(), price: z.number().positive() })).optional(),
});

const bodyRefusals = (value: unknown) => {
  const parsed = parseBody(body, value);
  return parsed.ok ? [] : parsed.details.map(({ reason, field }) => `${reason} ${field}`);
};

describe('parseBody', () => {
  test('returns the value', () => {
    const value = { name: 'Yerba', variants: [{ id: 'v', price: 1.5 }] };
    expect(parseBody(body, value)).toEqual({ ok: true, value });
  });

  test('reports all problems at once, by path', () => {
    const value = {
      price: 1,
      color: 'red',
      document: { type: 'CUIT' },
      variants: [{ id: 'v', price: -1, cost: 2 }, { price: '3' }],
    };
    expect(bodyRefusals(value).toSorted()).toEqual([
      'invalid_value document.type',
      'invalid_value variants[0].price',
      'invalid_value variants[1].price',
      'missing document.number',
      'missing name',
      'missing variants[1].id',
      'not_accepted price',
      'unknown_field color',
      'unknown_field variants[0].cost',
    ]);
  });

  test('reports null as an invalid value, not as a missing one', () => {
    expect(bodyRefusals({ name: null })).toEqual(['invalid_value name']);
  });

  test('rejects a body that is not an object as a whole', () => {
    for (const value of [null, 1, 'x', [], true]) {
      const parsed = parseBody(body, value);
      expect(parsed).toMatchObject({ ok: false, details: [{ reason: 'invalid_value' }] });
      expect(parsed.ok ? [] : Object.keys(parsed.details[0]!)).not.toContain('field');
    }
  });

  test('rejects NUL and unpaired surrogates', () => {
    expect(bodyRefusals({ name: 'a\0' })).toEqual(['invalid_value name']);
    expect(bodyRefusals({ name: '\ud800' })).toEqual(['invalid_value name']);
  });

  test('reports a key named __proto__ as unknown', () => {
    expect(bodyRefusals(JSON.parse('{"name":"a","__proto__":{"x":1}}'))).toEqual(['unknown_field __proto__']);
  });

  test('limits the size of an error with any number of problems', () => {
    const value = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`${'k'.repeat(300)}${index}`, 1]),
    );
    const parsed = parseBody(body, value);
    expect(parsed.ok ? 0 : parsed.details.length).toBe(100);
    expect(JSON.stringify(parsed).length).toBeLessThan(50_000);
  });

  test('parses or rejects any JSON without throwing', () => {
    const shaped = fc.record(
      {
        name: fc.jsonValue(),
        price: fc.jsonValue(),
        document: fc.jsonValue(),
        variants: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), shaped), (value) => {
        const parsed = parseBody(body, value);
        if (!parsed.ok) expect(parsed.details.length).toBeGreaterThan(0);
      }),
    );
  });
});

test('every route of every version has a strict query', () => {
  for (const { routes: all } of versions)
    for (const [operation, { query: schema }] of Object.entries(all))
      expect([operation, parseQuery(schema, new URLSearchParams('surely_unknown=1')).ok]).toEqual([
        operation,
        false,
      ]);
});

describe('a problem', () => {
  const schema = z.strictObject({
    name: z.string().min(1).max(3),
    count: z.number().int().max(10).optional(),
    kind: z.enum(['a', 'b']).optional(),
    list: z.array(z.string()).min(1).max(2).optional(),
  });
  const problemsOf = (value: unknown) => {
    const parsed = parseBody(schema, value);
    return parsed.ok ? [] : parsed.details.map(({ field, message }) => [field, message]);
  };

  test('is described in plain words', () => {
    expect(problemsOf({ name: '', count: 11, kind: 'c', list: [] })).toEqual([
      ['name', 'Must not be empty.'],
      ['count', 'Must be at most 10.'],
      ['kind', 'Must be one of a, b.'],
      ['list', 'Must not be an empty array.'],
    ]);
    expect(problemsOf({ name: 1, count: Infinity, list: ['a', 'b', 'c'] })).toEqual([
      ['name', 'Must be a string.'],
      ['count', 'Must be a number.'],
      ['list', 'Must have at most 2 elements.'],
    ]);
    expect(problemsOf({ name: 'abcd', count: 1.5 })).toEqual([
      ['name', 'Must be at most 3 characters.'],
      ['count', 'Must be a whole number.'],
    ]);
    expect(problemsOf([])).toEqual([[undefined, 'Must be an object.']]);
  });

  test('with a value is reported once, regardless of how many rules it violates', () => {
    expect(problemsOf({ name: 'a', count: 2 ** 53 })).toEqual([['count', 'Must be at most 10.']]);
  });
});
