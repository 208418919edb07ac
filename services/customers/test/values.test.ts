import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { normalizeEmail } from '../src/domain/customer.ts';
import { readDni } from '@commerce/texts/dni.ts';
import { readPhone } from '@commerce/texts/phone.ts';
import { readEmail, readTags, readText } from '../src/domain/values.ts';

const anything = fc.string({ unit: 'binary', maxLength: 60 });
const spaces = fc.constantFrom('', ' ', '\t', ' \n ');

describe.each([
  ['an email', readEmail, fc.emailAddress()],
  ['a phone number', readPhone, fc.integer({ min: 1_100_000_000, max: 3_899_999_999 }).map(String)],
  ['a DNI', readDni, fc.integer({ min: 1_000_000, max: 99_999_999 }).map(String)],
  ['a text', (text: string) => readText(text, 40), fc.string({ maxLength: 20 })],
] as const)('%s', (_name, read, good) => {
  test('reading a value twice gives the same, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(anything, good), (text) => {
        const once = read(text);
        if (once !== undefined) expect(read(once)).toBe(once);
      }),
    );
  });

  test('spaces around a value are ignored', () => {
    fc.assert(
      fc.property(good, spaces, spaces, (text, before, after) => {
        expect(read(before + text + after)).toBe(read(text));
      }),
    );
  });
});

describe('emails', () => {
  test('an email keeps its local part and lowercases its domain', () => {
    expect(readEmail(' Ana.Pérez@example.com')).toBeUndefined();
    expect(readEmail(' Ana.Perez+web@EXAMPLE.Com.AR ')).toBe('Ana.Perez+web@example.com.ar');
    expect(readEmail(`${'a'.repeat(64)}@${'b.'.repeat(93)}com`)).toHaveLength(254);
    expect(readEmail(`${'a'.repeat(64)}@${'b.'.repeat(94)}com`)).toBeUndefined();
  });

  test.each([
    '',
    'ana',
    'ana@',
    '@example.com',
    'a b@example.com',
    'ana@example',
    'a..b@example.com',
    'a@b.c\0m',
    'a@b@c.com',
  ])('%j is not an email', (text) => expect(readEmail(text)).toBeUndefined());

  test('an email has the normalized form of the given one', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const email = readEmail(text);
        if (email !== undefined) expect(normalizeEmail(email)).toBe(normalizeEmail(text));
      }),
    );
  });
});

describe('a phone number', () => {
  test.each([
    ['011 15 5555-0101', '+5491155550101'],
    ['(011) 5555-0101', '+541155550101'],
    ['+54 9 11 5555-0101', '+5491155550101'],
    ['0800 555 1234', '+548005551234'],
    ['+598 2 901 2345', '+59829012345'],
    ['+1 (415) 555-2671', '+14155552671'],
  ])('%s is %s', (text, number) => expect(readPhone(text)).toBe(number));

  test.each([
    '',
    '5555-0101',
    '911',
    '+54',
    '+999 123 4567',
    'call 11 5555 0101',
    '11 5555 0101 int 3',
    `+54${'1'.repeat(50)}`,
  ])('%j is not an email', (text) => expect(readPhone(text)).toBeUndefined());

  test('a phone number is always + and digits', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anything,
          fc.string({ unit: fc.constantFrom('+', '0', '1', '5', '9', ' ', '-', '(', ')'), maxLength: 20 }),
        ),
        (text) => {
          expect(readPhone(text) ?? '+5411').toMatch(/^\+\d{4,15}$/);
        },
      ),
    );
  });
});

test('a DNI is 7 or 8 digits, with dots and spaces or without', () => {
  for (const text of ['30123456', '30.123.456', ' 30 123 456 ', '30.123456'])
    expect(readDni(text)).toBe('30123456');
  expect(readDni('5.123.456')).toBe('5123456');
  for (const text of [
    '',
    '123456',
    '123456789',
    '30-123-456',
    'M1234567',
    '３０１２３４５６',
    '30123456'.padEnd(30),
  ])
    expect(readDni(text)).toBeUndefined();
});

test('tags are trimmed, each once, in the order given, and bounded', () => {
  expect(readTags([' vip ', 'b', 'vip'])).toEqual(['vip', 'b']);
  expect(readTags([])).toEqual([]);
  expect(readTags([''])).toBeUndefined();
  expect(readTags(['x'.repeat(51)])).toBeUndefined();
  expect(readTags(Array.from({ length: 51 }, (_, n) => `${n}`))).toBeUndefined();
});

test('a string with NUL or an unpaired surrogate is rejected, because PostgreSQL cannot store it', () => {
  expect(readText(' a ', 1)).toBe('a');
  for (const text of ['ab', 'a\0', '\ud83d']) expect(readText(text, 1)).toBeUndefined();
});
