import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { adjustStockBody } from '../src/2026-10/schemas/stock.ts';
import { parseBody } from '../src/query.ts';

const ids = { shop: 'shp_1', product: 'prd_1' };
const problems = (body: unknown): string[] => {
  const parsed = parseBody(adjustStockBody, body);
  return parsed.ok ? [] : parsed.details.map(({ field, reason }) => `${field ?? ''}: ${reason}`).toSorted();
};

describe('the body of POST /stock/adjustments', () => {
  test.each([
    { ...ids, delta: -2 },
    { ...ids, delta: 1_000_000_000, reason: 'Recount' },
    { ...ids, set: 0, variant: 'var_1' },
  ])('accepts %j', (body) => {
    expect(parseBody(adjustStockBody, body)).toEqual({ ok: true, value: body });
  });

  test.each([
    [{ ...ids }, ['delta: missing']],
    [{ ...ids, delta: 1, set: 1 }, ['set: invalid_value']],
    [{ ...ids, delta: 0 }, ['delta: invalid_value']],
    [{ ...ids, delta: 1.5 }, ['delta: invalid_value']],
    [{ ...ids, delta: '1' }, ['delta: invalid_value']],
    [{ ...ids, delta: null }, ['delta: invalid_value']],
    [{ ...ids, delta: -1_000_000_001 }, ['delta: invalid_value']],
    [{ ...ids, set: -1 }, ['set: invalid_value']],
    [{ ...ids, set: 1_000_000_001 }, ['set: invalid_value']],
    [{ ...ids, set: 1, reason: '' }, ['reason: invalid_value']],
    [{ ...ids, set: 1, reason: 'x'.repeat(201) }, ['reason: invalid_value']],
    [{ ...ids, set: 1, reason: 'a\0' }, ['reason: invalid_value']],
    [{ ...ids, set: 1, variant: null }, ['variant: invalid_value']],
  ])('rejects %j for %j', (body, expected) => {
    expect(problems(body)).toEqual(expected);
  });

  test('reports all problems at once, including the rule of delta and set', () => {
    expect(problems({ product: 3, color: 'red', reason: 7 })).toEqual([
      'color: unknown_field',
      'delta: missing',
      'product: invalid_value',
      'reason: invalid_value',
      'shop: missing',
    ]);
    expect(problems({ ...ids, delta: 0, set: -1 })).toEqual(['delta: invalid_value', 'set: invalid_value']);
    for (const body of [null, [], 'text', 1]) expect(problems(body)).not.toEqual([]);
  });

  test('parses or rejects any value without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        expect(typeof parseBody(adjustStockBody, body).ok).toBe('boolean');
      }),
      { numRuns: 2_000 },
    );
  });
});
