import { expect, test } from 'vitest';
import { isReadableLine, isReadableLines, isStorable } from '../src/readable.ts';

test.each(['Café Ñandú', '👨‍👩‍👧 Familia', 'क्‍ष', 'می‌خواهم', 'שלום 12', '‏مرحبا', '❤️', '-', '', '  '])(
  '%j is readable and storable',
  (text) => {
    expect([isReadableLine(text), isReadableLines(text), isStorable(text)]).toEqual([true, true, true]);
  },
);

test.each([
  'a\u0007',
  'a\u0000b',
  'a\u007f',
  'a\u0085b',
  '\u202eevil',
  'a\u202a',
  'a\u2066b\u2069',
  '\u200b',
  ' \u200d ',
  '\u2800',
  '\u3164',
  '\ue000',
  'a\ud800',
])('%j is not readable', (text) => {
  expect([isReadableLine(text), isReadableLines(text)]).toEqual([false, false]);
});

test.each(['a\nb', 'a\r\nb', 'a\tb'])('%j is readable only in a multi-line string', (text) => {
  expect([isReadableLine(text), isReadableLines(text)]).toEqual([false, true]);
});

test('NUL and unpaired surrogates cannot be stored', () => {
  expect([isStorable('\0'), isStorable('\udc00'), isStorable('\u{1f600}')]).toEqual([false, false, true]);
});
