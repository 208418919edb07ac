import { describe, expect, test } from 'vitest';
import { ScanDetector } from '../src/areas/store/pos/scan-detector.ts';

/** Codes that a detector recognizes in keys `gapMs` apart. */
function codesOf(keys: string[], gapMs: number | number[]): string[] {
  const detector = new ScanDetector();
  let atMs = 1_000;
  return keys.flatMap((key, n) => {
    atMs += Array.isArray(gapMs) ? gapMs[n]! : gapMs;
    return detector.read(key, atMs).code ?? [];
  });
}

const EAN = '7791799590928';
const scan = [...Array.from(EAN), 'Enter'];

describe('a scan', () => {
  test.each([0, 1, 10, 30, 50])('is recognized at %i ms between its keys', (gapMs) => {
    expect(codesOf(scan, gapMs)).toEqual([EAN]);
  });

  test('is recognized right after another one', () => {
    expect(codesOf([...scan, ...scan], 5)).toEqual([EAN, EAN]);
  });

  test('excludes the characters that a person typed before it', () => {
    const keys = [...Array.from('martillo'), ...scan];
    const gaps = keys.map((_key, n) => (n < 8 ? 120 : n === 8 ? 400 : 5));
    expect(codesOf(keys, gaps)).toEqual([EAN]);
  });

  test('can contain capital letters, for which the scanner holds Shift, and symbols', () => {
    expect(codesOf(['Shift', 'P', 'Shift', 'O', 'Shift', 'S', '-', '1', 'Enter'], 10)).toEqual(['POS-1']);
  });
});

describe('input that is not a scan', () => {
  test.each([
    ['typing by hand', [...Array.from('1500'), 'Enter'], 90],
    ['a pause before Enter', scan, scan.map((key) => (key === 'Enter' ? 200 : 5))],
    ['a pause in the middle', [...Array.from('12345678'), 'Enter'], [5, 5, 5, 200, 5, 5, 5, 5, 5]],
    ['keys without Enter', Array.from(EAN), 5],
    ['two keys hit at once', ['1', '2', 'Enter'], 5],
    ['a key without a character in between', ['1', '2', '3', 'ArrowLeft', '4', 'Enter'], 5],
  ])('is left in the field: %s', (_what, keys, gaps) => {
    expect(codesOf(keys, gaps)).toEqual([]);
  });
});

test('the first key of a burst is reported, so that the field can restore its text', () => {
  const detector = new ScanDetector();
  const first = [...Array.from('12'), 'Enter', '3'].map((key, n) => detector.read(key, n * 10).isFirst);
  expect(first).toEqual([true, false, false, true]);
});
