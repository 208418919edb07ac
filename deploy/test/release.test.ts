import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { workspaceRoot } from '../build/workspace.ts';
import { digestValues } from '../release/digest-values.ts';
import { currentVersion, NOTES, requireNextVersion, requirePrefix } from '../release/guards.ts';
import { unreleasedNotes, withReleasedNotes } from '../release/notes.ts';
import { withChartVersion, withPackageVersion } from '../release/version.ts';

const read = (file: string): string => readFileSync(path.join(workspaceRoot, file), 'utf8');

/** Versions in rising order, with the example of SemVer's section 11. */
const RISING = [
  '0.0.9',
  '0.1.0-rc.1',
  '0.1.0',
  '0.9.0',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1-a-b',
  '2.0.0',
];

test('a version is accepted after exactly those that SemVer orders before it', () => {
  for (const [at, version] of RISING.entries()) {
    for (const current of RISING.slice(0, at))
      expect(() => requireNextVersion(version, current)).not.toThrow();
    for (const current of RISING.slice(at))
      expect(() => requireNextVersion(version, current)).toThrow('is not higher than the current version');
  }
});

test.each([
  '',
  '1',
  '1.2',
  'v1.2.3',
  '1.2.3.4',
  '01.2.3',
  '1.2.3-',
  '1.2.3-01',
  '1.2.3-a..b',
  '1.2.3+build',
  '1.2.3 ',
])('the version "%s" is refused', (version) => {
  expect(() => requireNextVersion(version, '0.1.0')).toThrow(/ is not a version such as 1\.2\.3 /);
});

test('a missing version, the current one and lower ones are refused', () => {
  expect(() => requireNextVersion(undefined, '0.2.0')).toThrow('Name the version: pnpm release X.Y.Z.');
  for (const version of ['0.2.0', '0.2.0-rc.1', '0.1.9'])
    expect(() => requireNextVersion(version, '0.2.0')).toThrow(
      `${version} is not higher than the current version, 0.2.0.`,
    );
});

test('a registry is named without a scheme, with a path', () => {
  for (const prefix of [undefined, 'registry.example.com/mostrador', '127.0.0.1:5000/a/b'])
    expect(() => requirePrefix(prefix)).not.toThrow();
  for (const prefix of [
    'registry.example.com',
    'https://registry.example.com/a',
    'registry.example.com/A',
    '',
  ])
    expect(() => requirePrefix(prefix)).toThrow(`"${prefix}" is not a registry with a path`);
});

const BEFORE = `# Changelog

Newest first.

## Unreleased

- One change.
- Another one, of \`$&\`.

## 0.1.0 — 2026-11-01

- ## Unreleased
`;

test('the unreleased changes become those of a version, below a new empty section', () => {
  expect(unreleasedNotes(BEFORE)).toBe('- One change.\n- Another one, of `$&`.');
  const after = withReleasedNotes(BEFORE, '0.2.0', '2026-12-01');
  expect(after).toBe(BEFORE.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 — 2026-12-01\n'));
  expect(unreleasedNotes(after)).toBe('');
});

test('the last section may be the unreleased one, and may be missing', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- First.\n';
  expect(unreleasedNotes(text)).toBe('- First.');
  expect(withReleasedNotes(text, '1.0.0', '2026-12-01')).toContain('\n## 1.0.0 — 2026-12-01\n\n- First.\n');
  expect(unreleasedNotes('# Changelog\n\n## 1.0.0 — 2026-12-01\n\n- First.\n')).toBe('');
});

test.each(NOTES)('%s has a section of unreleased changes', (file) => {
  expect(read(file)).toMatch(/^## Unreleased$/m);
});

test('every package has the current version, and only its version changes', () => {
  const current = currentVersion();
  const files = execFileSync('git', ['ls-files', 'package.json', '*/package.json'], {
    cwd: workspaceRoot,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) {
    const changed = withPackageVersion(read(file), current, '99.0.0');
    expect(JSON.parse(changed)).toEqual({ ...(JSON.parse(read(file)) as object), version: '99.0.0' });
  }
  expect(() => withPackageVersion('{ "version": "1.0.0" }', '0.1.0', '99.0.0')).toThrow('is missing');
});

test('charts have the current version, also where the platform depends on a process', () => {
  const current = currentVersion();
  for (const chart of ['service', 'commerce-platform']) {
    const text = read(`charts/${chart}/Chart.yaml`);
    const changed = withChartVersion(text, current, '99.0.0-rc.1');
    expect(changed).not.toContain(current);
    expect(changed.replaceAll('99.0.0-rc.1', current)).toBe(text);
  }
});

test('values name each image of a release by its digest, under the keys of the platform chart', () => {
  const digests = new Map(['auth', 'gateway', 'demo'].map((image) => [image, `sha256:${image}`]));
  expect(parse(digestValues(digests))).toEqual({
    auth: { image: { digest: 'sha256:auth' } },
    gateway: { image: { digest: 'sha256:gateway' } },
    demo: { digest: 'sha256:demo' },
  });
});
