import { describe, expect, test } from 'vitest';
import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { cursorBox } from '../../src/edge/cursor.ts';

const key = createSecretKey(randomBytes(32));
const scope = { storeId: 'sto_a', operation: 'listProducts', filters: { sku: 'A', brand: undefined } };
const token = Buffer.from('[1763700000000,"prd_x"]');
const box = cursorBox([key], scope);

const reasonOf = (open: () => unknown): string | undefined => {
  try {
    open();
    return undefined;
  } catch (error) {
    return (error as Fault).details[0]?.reason;
  }
};

describe('a cursor', () => {
  test('returns the position that it was made from, for every position', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (position) => {
        expect(box.open(box.seal(position)!)).toEqual(Buffer.from(position));
      }),
    );
  });

  test('is null after the last page, and absent for the first page', () => {
    expect(box.seal(Buffer.alloc(0))).toBeNull();
    expect(box.open(undefined)).toHaveLength(0);
  });

  test('does not match other filters; an undefined filter equals an absent one', () => {
    const cursor = box.seal(token)!;
    const other = cursorBox([key], { ...scope, filters: { sku: 'B' } });
    expect(reasonOf(() => other.open(cursor))).toBe('cursor_filter_mismatch');
    expect(cursorBox([key], { ...scope, filters: { sku: 'A' } }).open(cursor)).toEqual(token);
  });

  test.each([
    ['another store', { storeId: 'sto_b' }],
    ['another list', { operation: 'listOrders' }],
  ])('of %s is rejected', (_name, change) => {
    expect(reasonOf(() => cursorBox([key], { ...scope, ...change }).open(box.seal(token)!))).toBe(
      'invalid_cursor',
    );
  });

  test('that was changed or never issued is rejected', () => {
    const cursor = box.seal(token)!;
    for (let at = 0; at < cursor.length; at++) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(reasonOf(() => box.open(changed))).toBe('invalid_cursor');
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(reasonOf(() => box.open(text))).toBe('invalid_cursor');
      }),
    );
  });

  test('stays valid after a key rotation as long as its key is in the ring', () => {
    const cursor = box.seal(token)!;
    const newer = createSecretKey(randomBytes(32));
    expect(cursorBox([newer, key], scope).open(cursor)).toEqual(token);
    expect(reasonOf(() => cursorBox([newer], scope).open(cursor))).toBe('invalid_cursor');
  });
});
