import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES, parseJson } from '../../src/edge/json.ts';

const MIB = 2 ** 20;

const parse = (text: string): unknown => parseJson(Buffer.from(text));

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const list = (values: number) => `[${Array(values).fill('1').join()}]`;

describe('parseJson', () => {
  test('returns the same value as JSON.parse for every JSON text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.boolean(), (value, pretty) => {
        const json = JSON.stringify(value, undefined, pretty ? 2 : undefined);
        expect(parse(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  test('rejects a repeated name at any depth and in any spelling', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), fc.integer({ min: 0, max: 5 }), (key, value, depth) => {
        const escaped = Array.from(key, (each) =>
          each.length === 1 ? `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}` : each,
        ).join('');
        const json = JSON.stringify(value);
        const text = `${'[{"in":'.repeat(depth)}{${JSON.stringify(key)}:${json}, "${escaped}" :${json}}${'}]'.repeat(depth)}`;
        expect(() => parse(text)).toThrow('An object in the body has a field twice.');
      }),
    );
  });

  test('rejects a body that exceeds the depth or the number of values, and names the limit', () => {
    expect(parse(nested(MAX_JSON_DEPTH))).toBeInstanceOf(Array);
    expect(() => parse(nested(MAX_JSON_DEPTH + 1))).toThrow('The body is nested more than 32 levels deep.');
    expect(parse(list(MAX_JSON_VALUES - 1))).toHaveLength(MAX_JSON_VALUES - 1);
    expect(() => parse(list(MAX_JSON_VALUES))).toThrow('The body has more than 10000 values.');
  });

  test.each(['', '{', '{"a":', '"\\', '}', ':', '{"a" 1}', '[1,]', '\ufeff{}{', '{"a":1}}'])(
    'rejects malformed JSON: %j',
    (text) => {
      expect(() => parse(text)).toThrow(/not valid JSON/);
    },
  );

  test('rejects a body that is not UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(/not valid JSON/);
  });
});

const manyNames = (names: number, tail: string) =>
  `{${Array.from({ length: names }, (_, n) => `"${n.toString(36)}${tail}":1`).join()}}`;

describe('a JSON body of 1 MiB blocks the event loop for less than 50 ms', () => {
  test.each<[string, () => string]>([
    ['nested arrays', () => nested(MIB / 2)],
    ['nested objects', () => '{"a":'.repeat(MIB / 5)],
    ['nested in a field', () => `{"email":${nested(520_000)}}`],
    ['one field of all names', () => manyNames(100_000, '')],
    ['names as long as they may be', () => manyNames(MAX_JSON_VALUES - 10, 'x'.repeat(90))],
    ['names with escapes', () => manyNames(MAX_JSON_VALUES - 10, `\\u0061${'x'.repeat(84)}`)],
    ['empty objects', () => `[${'{},'.repeat(MIB / 3 - 2)}{}]`],
    ['colons after a long name', () => `{"${'a'.repeat(MIB / 2)}"${':'.repeat(MIB / 2)}`],
    ['escaped quotes', () => `"${String.raw`\"`.repeat(MIB / 2 - 1)}"`],
    ['one text', () => JSON.stringify('x'.repeat(MIB - 2))],
    ['digits', () => '1'.repeat(MIB)],
  ])('%s', (_name, text) => {
    const body = Buffer.from(text());
    const attempt = () => {
      const before = process.cpuUsage();
      try {
        parseJson(body);
      } catch {}
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    // The best of several runs, without compilation and garbage collection.
    expect(Math.min(...Array.from({ length: 5 }, attempt))).toBeLessThan(50);
  });
});
