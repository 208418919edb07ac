import { expect, test } from 'vitest';
import { toNfc } from '../src/nfc.ts';
import { isReadableLine } from '../src/readable.ts';

test('a string is normalized to NFC', () => {
  expect(toNfc('Cafe\u0301')).toBe('Café');
  expect(toNfc(`a${'\u0316\u0301'.repeat(15)}`)).toBe(`á${'\u0316'.repeat(15)}${'\u0301'.repeat(14)}`);
});

test('a string of 1 MiB of combining marks is returned unchanged without delay, and is not readable', () => {
  const marks = `a${'\u0301\u0316'.repeat(250_000)}`;
  const before = process.cpuUsage();
  expect(toNfc(marks)).toBe(marks);
  expect(isReadableLine(marks)).toBe(false);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(50);
});
