import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../src');
const areas = globSync('texts/es/*.json', { cwd: src }).map((file) => path.basename(file, '.json'));
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Texts = { [key: string]: string | Texts };

const read = (language: string, area: string): Texts =>
  JSON.parse(readFileSync(path.join(src, `texts/${language}/${area}.json`), 'utf8')) as Texts;

/** `a.b` → text, for every text. */
const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flat(value, `${prefix}${key}.`),
  );

/** Plural forms differ between languages. */
const keys = (texts: Texts): string[] =>
  [...new Set(flat(texts).map(([key]) => key.replace(PLURAL, '')))].toSorted();

const values = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!).toSorted();

/** Components of one file that call different areas' texts by one name cannot be distinguished here. */
const isAmbiguous = (code: string, name: string): boolean =>
  new Set(
    [...code.matchAll(new RegExp(`const ${name} = useTexts\\('(\\w+)'\\)`, 'g'))].map(([, area]) => area),
  ).size > 1;

describe('the languages', () => {
  test.each(globSync('texts/*/*.json', { cwd: src }))(
    'have no duplicate key, of which only one would count: %s',
    (file) => {
      const code = readFileSync(path.join(src, file), 'utf8');
      const once = JSON.stringify(JSON.parse(code), null, 2);
      expect(code.trimEnd().split('\n')).toHaveLength(once.split('\n').length);
    },
  );

  test('have the same areas', () => {
    const english = globSync('texts/en/*.json', { cwd: src }).map((file) => path.basename(file, '.json'));
    expect(english.toSorted()).toEqual(areas.toSorted());
  });

  test.each(areas)('have the same texts in %s, none empty, with the same placeholders', (area) => {
    const [es, en] = [read('es', area), read('en', area)];
    expect(keys(en)).toEqual(keys(es));
    expect([...flat(es), ...flat(en)].filter(([, text]) => text.trim() === '')).toEqual([]);
    const english = new Map(flat(en));
    for (const [key, text] of flat(es))
      if (english.has(key)) expect([key, values(english.get(key)!)]).toEqual([key, values(text)]);
  });
});

describe('every text that a page uses', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src });

  test.each(files)('exists: %s', (file) => {
    const code = readFileSync(path.join(src, file), 'utf8');
    for (const [, name, area] of code.matchAll(/const (\w+) = useTexts\('(\w+)'\)/g)) {
      const known = flat(read('es', area!)).map(([key]) => key);
      const baseKeys = new Set(known.map((key) => key.replace(PLURAL, '')));
      for (const [, key] of code.matchAll(new RegExp(`\\b${name}\\(\\s*'([\\w.]+)'`, 'g')))
        if (!isAmbiguous(code, name!)) expect([area, key, baseKeys.has(key!)]).toEqual([area, key, true]);
      for (const [, prefix] of code.matchAll(new RegExp(`\\b${name}\\(\\s*\`([\\w.]+)\\.\\$\\{`, 'g')))
        if (!isAmbiguous(code, name!))
          expect([area, prefix, known.some((key) => key.startsWith(`${prefix}.`))]).toEqual([
            area,
            prefix,
            true,
          ]);
    }
  });
});
