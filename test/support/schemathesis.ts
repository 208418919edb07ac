import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureFromPip, pythonEnvironment, run } from './tools.ts';

const VERSION = '4.32.5';
const HOOKS = fileURLToPath(new URL('.', import.meta.url));

/** Result of a fuzz run. */
export interface Fuzzed {
  code: number | null;
  /** Output with long lines truncated. */
  output: string;
  /** Number of responses by status. */
  tally: Record<string, number>;
}

/** Installs schemathesis if it is missing. @returns why it is unavailable; undefined when it is available */
export const ensureSchemathesis = (): Promise<string | undefined> => ensureFromPip('schemathesis', VERSION);

/**
 * Fuzzes an API from its own OpenAPI document.
 * @param known values that exist in the store: by query parameter, and by path for a path's parameter
 */
export async function fuzz(
  documentUrl: string,
  token: string,
  known: Record<string, string[]>,
  options: string[],
): Promise<Fuzzed> {
  // It writes files to its working directory.
  const folder = await mkdtemp(path.join(tmpdir(), 'commerce-fuzz-'));
  try {
    const tallyFile = path.join(folder, 'tally.json');
    const env = {
      ...pythonEnvironment('schemathesis', HOOKS),
      SCHEMATHESIS_HOOKS: 'fuzz_hooks',
      FUZZ_KNOWN: JSON.stringify(known),
      FUZZ_TALLY: tallyFile,
    };
    const authorization = ['--header', `Authorization: Bearer ${token}`];
    const args = ['-m', 'schemathesis.cli', 'run', documentUrl, ...authorization, '--no-color', ...options];
    const { code, output } = await run('python3', args, { env, cwd: folder });
    const tally = existsSync(tallyFile)
      ? (JSON.parse(await readFile(tallyFile, 'utf8')) as Fuzzed['tally'])
      : {};
    return { code, output: output.replaceAll(/^(.{400}).+$/gm, '$1…'), tally };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
