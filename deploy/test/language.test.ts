import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { workspaceRoot } from '../build/workspace.ts';
import { passagesOf, type Passage } from './language/passages.ts';
import { SAMPLES } from './language/samples.ts';
import { EXCEPTIONS, IDENTIFIER_RULES, OPENING, RULES, type Rule } from './language/words.ts';

const PROSE = /\.(?:ts|tsx|js|mjs|proto|prisma|css|sql|json|md|html|txt|ya?ml|sh|tpl)$|(?:^|\/)[^./]+$/;

const isFile = (file: string): boolean =>
  lstatSync(path.join(workspaceRoot, file), { throwIfNoEntry: false })?.isFile() === true;

const files = execFileSync('git', ['ls-files', '-z'], { cwd: workspaceRoot, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && isFile(file));

/** An identifier or a path, as the words that it is made of. */
const wordsOf = (name: string): string =>
  name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_/.-]/g, ' ');

const isExcepted = (file: string, word?: string): boolean =>
  EXCEPTIONS.some(
    ({ files: of, word: only }) =>
      of.test(file) && (only === undefined || (word !== undefined && only.test(word))),
  );

function* matchesIn(text: string, rules: Rule[]): Generator<{ word: string; index: number; use: string }> {
  for (const { pattern, use } of rules) {
    for (const { 0: word, index } of text.matchAll(pattern)) yield { word, index, use };
  }
}

function* matchesInPassage({ kind, text }: Passage): Generator<{ word: string; index: number; use: string }> {
  if (kind === 'identifier') {
    yield* matchesIn(wordsOf(text), RULES);
    yield* matchesIn(text, IDENTIFIER_RULES);
    return;
  }
  yield* matchesIn(text, RULES);
  if (kind !== 'doc comment') return;
  const opening = /^[\s*]*/.exec(text)![0].length;
  for (const match of matchesIn(text.slice(opening), [OPENING]))
    yield { ...match, index: match.index + opening };
}

const anyOf = (rules: Rule[], flags: string): RegExp =>
  new RegExp(rules.map(({ pattern }) => `(?:${pattern.source})`).join('|'), flags);

const HINTS = [
  anyOf(
    RULES.filter(({ pattern }) => pattern.ignoreCase),
    'i',
  ),
  anyOf(
    RULES.filter(({ pattern }) => !pattern.ignoreCase),
    '',
  ),
  /(?:\/\*\*|# --)[\s*]*(?:What|Who|Whether)/,
  /\b(?:MOST|LONGEST|LEAST|SHORTEST)_|\b(?:Served|Asked|Told|Taken|[gG]oods|onward)\b/,
];

/** Skips the parser for files without any of the words. */
const mayMatch = (text: string): boolean =>
  HINTS.some((hint) => hint.test(text)) || HINTS[0]!.test(wordsOf(text));

function findingsIn(file: string): string[] {
  const text = readFileSync(path.join(workspaceRoot, file), 'utf8');
  if (!mayMatch(text)) return [];
  const found = passagesOf(file, text).flatMap((passage) =>
    [...matchesInPassage(passage)].map((match) => ({ ...match, offset: passage.start + match.index })),
  );
  return found
    .filter(({ word }) => !isExcepted(file, word))
    .map(({ word, use, offset }) => `${file}:${text.slice(0, offset).split('\n').length}: ${word} → ${use}`);
}

test('comments, strings and documents use the usual words of the field, in US English', () => {
  const findings = files.filter((file) => PROSE.test(file) && !isExcepted(file)).flatMap(findingsIn);
  expect(findings.toSorted()).toEqual([]);
});

test('file names use the usual words of the field, in US English', () => {
  const findings = files.flatMap((file) =>
    [...matchesIn(wordsOf(file), RULES)].map(({ word, use }) => `${file}: ${word} → ${use}`),
  );
  expect(findings).toEqual([]);
});

test.each(SAMPLES)('%s: %j is checked', (file, text, words) => {
  const found = passagesOf(file, text).flatMap((passage) =>
    [...matchesInPassage(passage)].map(({ word }) => word),
  );
  expect(found.toSorted()).toEqual(words.toSorted());
});
