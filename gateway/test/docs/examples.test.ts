import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guides } from './built-site.ts';

const pages = readdirSync(guides, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);

/** Blocks of a language in a guide; test/platform/docs-snippets.test.ts runs them. */
const blocks = (page: string, language: string): string =>
  [
    ...readFileSync(new URL(page, guides), 'utf8').matchAll(
      new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'),
    ),
  ]
    // A block is a module: two of a page may declare the same names.
    .map(([, code]) => (language === 'js' ? `{\n${code!.replaceAll(/^import .*$|^export /gm, '')}}` : code!))
    .join('\n');

const CHECKS: Record<string, string[]> = {
  js: [process.execPath, '--check', '--input-type=module', '-'],
  sh: ['bash', '-n'],
};

test.each(Object.entries(CHECKS))('blocks in %s have no syntax errors', (language, [command, ...args]) => {
  const code = pages.map((page) => [page, blocks(page, language)] as const).filter(([, text]) => text !== '');
  expect(code.length).toBeGreaterThan(2);
  for (const [page, input] of code) {
    const { status, stderr } = spawnSync(command!, args, { input, encoding: 'utf8' });
    expect([page, status, stderr]).toEqual([page, 0, '']);
  }
});
