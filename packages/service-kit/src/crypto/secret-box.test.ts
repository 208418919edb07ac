import { createSecretKey, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SealError, SecretBox, secretBoxSchema } from './secret-box.ts';

const key = (fill: number): KeyObject => createSecretKey(Buffer.alloc(32, fill));
const setting = (id: string, fill: number): string => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
const box = new SecretBox(new Map([['k1', key(1)]]));

describe('secret box', () => {
  test('a sealed string opens with the key and purpose that it was sealed for', () => {
    const sealed = box.seal('se¢ret', 'a:1');
    expect(sealed).toMatch(/^k1\.[A-Za-z0-9_-]+$/);
    expect(box.open(sealed, 'a:1')).toBe('se¢ret');
    expect(box.seal('se¢ret', 'a:1')).not.toBe(sealed);
  });

  test('a sealed string does not open for another purpose, with another key, or when modified or truncated', () => {
    const sealed = box.seal('secret', 'a:1');
    const other = new SecretBox(new Map([['k1', key(2)]]));
    expect(() => box.open(sealed, 'a:2')).toThrow(SealError);
    expect(() => other.open(sealed, 'a:1')).toThrow(SealError);
    expect(() => box.open(`k9${sealed.slice(2)}`, 'a:1')).toThrow(SealError);
    expect(() => box.open(sealed.slice(0, 20), 'a:1')).toThrow(SealError);
    expect(() => box.open('', 'a:1')).toThrow(SealError);
    const flipped = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A');
    expect(() =>
      box.open(flipped.replace(/^(k1\..{10})(.)/, '$1' + (sealed[13] === 'x' ? 'y' : 'x')), 'a:1'),
    ).toThrow(SealError);
  });

  test('a rotated ring opens strings sealed with the older key and seals with the new one', () => {
    const rotated = new SecretBox(
      new Map([
        ['k2', key(2)],
        ['k1', key(1)],
      ]),
    );
    const old = box.seal('secret', 'a:1');
    expect(rotated.open(old, 'a:1')).toBe('secret');
    expect(rotated.isStale(old)).toBe(true);
    expect(rotated.isStale(rotated.seal('secret', 'a:1'))).toBe(false);
  });
});

test('a key ring is parsed from its setting, and malformed rings are rejected', () => {
  const k1 = setting('k1', 1);
  expect(secretBoxSchema.parse(`${setting('k2', 2)},${k1}`).open(box.seal('x', 'p'), 'p')).toBe('x');
  for (const bad of ['', 'k1', 'k1:abc', `${k1},${k1}`, `k1:${Buffer.alloc(16).toString('base64')}`]) {
    expect(secretBoxSchema.safeParse(bad).success).toBe(false);
  }
});
