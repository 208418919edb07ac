import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  errorMessage,
  MESSAGE_BY_CODE,
  NOT_PUBLIC_MESSAGE,
  statusMessage,
  timeoutMessage,
} from '../../services/webhooks/src/domain/attempt-error.ts';
import { attemptErrorText } from '../src/areas/developer/webhooks/attempt-error.ts';

const root = path.resolve(import.meta.dirname, '../..');
const texts = (area: string): Record<string, Record<string, string>> =>
  JSON.parse(readFileSync(path.join(root, `web/src/texts/es/${area}.json`), 'utf8'));

/** Forms in which services and the console name a reason: the reason is each pattern's only group. */
const REASON_PATTERNS = [
  /\bconflict\(\s*'(\w+)'/g,
  /\breason(?:: string =| =|:) '(\w+)'/g,
  /\b(?:problem|invalid|refuse)\((?:[^()]|\([^()]*\))*,\s*'([a-z]+(?:_[a-z]+)*)',?\s*\)/g,
  /\badd\('(url_\w+)'/g,
  /\brefusal\(\s*'\w+',\s*'(\w+)'/g,
];

/** Reasons for operators, apps and the command line only. */
const HIDDEN_REASONS = new Set(['next_key_too_young', 'cli_session']);

const reasons = [
  ...new Set(
    globSync(['services/*/src/**/*.ts', 'gateway/src/console/**/*.ts', 'packages/service-kit/src/**/*.ts'], {
      cwd: root,
      exclude: (file) => file.includes('generated'),
    })
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .flatMap((code) =>
        REASON_PATTERNS.flatMap((pattern) => [...code.matchAll(pattern)].map(([, reason]) => reason!)),
      ),
  ),
].filter((reason) => !HIDDEN_REASONS.has(reason));

describe('every refusal reason has a text on the pages', () => {
  const { problems = {} } = texts('common');

  test.each(reasons.toSorted())('%s', (reason) => {
    expect(problems[reason]).toBeDefined();
  });

  test('the reasons include one found by each pattern', () => {
    expect(reasons).toEqual(
      expect.arrayContaining(['last_owner', 'password_too_short', 'given_twice', 'url_port', 'forbidden']),
    );
  });
});

describe('the error of a webhook attempt', () => {
  const { attemptError = {} } = texts('webhooks');
  const words = [
    ...Object.values(MESSAGE_BY_CODE),
    ...['EPROTO', 'UNKNOWN'].map((code) => errorMessage({ code })),
    errorMessage({ name: 'HTTPParserError' }),
    NOT_PUBLIC_MESSAGE,
    timeoutMessage(15_000),
    statusMessage(302)!,
    statusMessage(500)!,
  ];

  test.each([...new Set(words)])('has a text on the pages: %s', (noted) => {
    const keys: string[] = [];
    attemptErrorText(((key: string) => (keys.push(key), key)) as never, noted);
    expect(keys.map((key) => attemptError[key.replace('attemptError.', '')])).toEqual([
      expect.stringMatching(/./),
    ]);
  });

  test('is shown as recorded when there is no text for it', () => {
    expect(attemptErrorText(((key: string) => key) as never, 'Something new.')).toBe('Something new.');
  });
});
