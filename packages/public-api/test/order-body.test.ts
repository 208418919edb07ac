import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { setOrderStatusBody, setOrderTrackingBody } from '../src/2026-10/schemas/order.ts';
import { parseBody } from '../src/query.ts';

const problems = (schema: z.ZodType, body: unknown): string[] => {
  const parsed = parseBody(schema, body);
  return parsed.ok ? [] : parsed.details.map(({ field, reason }) => `${field ?? ''}: ${reason}`).toSorted();
};

describe('the body of POST /orders/:id/status', () => {
  test.each([
    { status: 'confirmed' },
    { status: 'preparing', notes: '' },
    { status: 'shipped', notes: 'x'.repeat(2_000) },
    { status: 'delivered', notes: 'En mano' },
  ])('accepts %j', (body) => {
    expect(parseBody(setOrderStatusBody, body)).toEqual({ ok: true, value: body });
  });

  test.each([
    ...['pending', 'cancelled', 'rejected', 'returned', 'expired', 'packing', '', 'Confirmed', null, 1].map(
      (status) => [{ status }, ['status: invalid_value']] as const,
    ),
    [{}, ['status: missing']],
    [{ status: 'shipped', notes: null }, ['notes: invalid_value']],
    [{ status: 'shipped', notes: 'x'.repeat(2_001) }, ['notes: invalid_value']],
    [{ status: 'shipped', notes: 'a\0' }, ['notes: invalid_value']],
    [
      { status: 'x', notes: 1, reason: 'y' },
      ['notes: invalid_value', 'reason: unknown_field', 'status: invalid_value'],
    ],
    [[], [': invalid_value']],
  ] as const)('rejects %j for %j', (body, expected) => {
    expect(problems(setOrderStatusBody, body)).toEqual(expected);
  });
});

describe('the body of POST /orders/:id/fulfillment', () => {
  const url = 'https://envios.example/AR-1?x=ñ#t';

  test.each([
    { tracking_number: 'AR-1' },
    { tracking_url: url },
    { tracking_url: 'HTTP://EXAMPLE.COM' },
    { tracking_number: 'x'.repeat(100), tracking_url: url },
  ])('accepts %j', (body) => {
    expect(parseBody(setOrderTrackingBody, body)).toEqual({ ok: true, value: body });
  });

  test.each([
    [{}, ['tracking_number: missing']],
    [{ tracking_number: '' }, ['tracking_number: invalid_value']],
    [{ tracking_number: null, tracking_url: url }, ['tracking_number: invalid_value']],
    [{ tracking_number: 'x'.repeat(101) }, ['tracking_number: invalid_value']],
    [{ tracking_number: 12 }, ['tracking_number: invalid_value']],
    ...[
      '',
      'x',
      'ftp://example.com',
      'javascript:alert(1)',
      '//example.com',
      'https://',
      ' https://a.example',
    ].map((tracking_url) => [{ tracking_url }, ['tracking_url: invalid_value']] as const),
    [{ tracking_url: `https://example.com/${'x'.repeat(2_048)}` }, ['tracking_url: invalid_value']],
    [{ carrier: 'x' }, ['carrier: unknown_field', 'tracking_number: missing']],
  ] as const)('rejects %j for %j', (body, expected) => {
    expect(problems(setOrderTrackingBody, body)).toEqual(expected);
  });
});
