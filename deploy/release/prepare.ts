import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tool, workspaceRoot } from '../build/workspace.ts';
import { NOTES } from './guards.ts';
import { withReleasedNotes } from './notes.ts';
import { git, ReleaseError, run, step } from './run.ts';
import { withChartVersion, withPackageVersion } from './version.ts';

const BASELINE = 'proto/released.binpb';
/** Paths that a release changes, as git reads them. */
const PATHS = [...NOTES, 'package.json', '*/package.json', 'charts', BASELINE];

/** A release: its version, the one before, and the date of its notes. */
export interface Release {
  version: string;
  current: string;
  date: string;
  signal: AbortSignal;
}

/** Writes the version, the notes, the charts' renderings and the protocol's baseline, and commits them. */
export async function commitRelease({ version, current, date, signal }: Release): Promise<void> {
  await step('generated code', () => run(process.execPath, ['deploy/build/generate.ts'], { signal }));
  await step('the protocol is compatible with the last release', () =>
    run(tool('buf'), ['breaking', 'proto', '--against', BASELINE], { signal }),
  );
  await step('the charts render as expected', () =>
    run(process.execPath, ['deploy/charts/check.ts', '--only', 'golden'], { signal }),
  );
  await step(`version ${version} in packages, charts and notes`, async () => {
    await edit(['package.json', '*/package.json'], (text) => withPackageVersion(text, current, version));
    await edit(['charts/*/Chart.yaml'], (text) => withChartVersion(text, current, version));
    await edit(NOTES, (text) => withReleasedNotes(text, version, date));
    await run(process.execPath, ['deploy/charts/generate.ts'], { signal });
    await run(tool('buf'), ['build', 'proto', '--exclude-source-info', '-o', BASELINE], { signal });
  });
  // The renderings contain the version; they were as expected before it changed.
  await step('the charts of the version are valid', () =>
    run(process.execPath, ['deploy/charts/check.ts', '--update'], { signal }),
  );
  await git('commit', '--quiet', '--message', `release: ${version}`, '--', ...PATHS);
  const changes = await git('status', '--porcelain');
  if (changes !== '') throw new ReleaseError(`The release would leave changes behind:\n${changes}`);
}

/** Undoes `commitRelease`, also a part of it; other files stay as they are. @param start the commit before it */
export async function restore(start: string): Promise<void> {
  await git('reset', '--quiet', '--soft', start);
  await git('restore', `--source=${start}`, '--staged', '--worktree', '--', ...PATHS);
}

async function edit(patterns: string[], change: (text: string) => string): Promise<void> {
  const files = (await git('ls-files', '--', ...patterns)).split('\n');
  for (const name of files) {
    const file = path.join(workspaceRoot, name);
    try {
      await writeFile(file, change(await readFile(file, 'utf8')));
    } catch (error) {
      throw new ReleaseError(`${name}: ${(error as Error).message}`);
    }
  }
}
