import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '4.32.5';
const FOLDER = path.resolve('.cache/tools/schemathesis');
const INSTALLED = path.join(FOLDER, `schemathesis-${VERSION}.dist-info`);
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
export async function ensureSchemathesis(): Promise<string | undefined> {
  if (existsSync(INSTALLED)) return undefined;
  await rm(FOLDER, { recursive: true, force: true });
  const pip = ['-m', 'pip', 'install', '--quiet', '--target', FOLDER, `schemathesis==${VERSION}`];
  const { code, output } = await python(pip, {});
  if (code === 0) return undefined;
  return code === null ? 'python3 is not installed' : `pip failed: ${output.trim().split('\n').at(-1)}`;
}

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
      PYTHONPATH: [FOLDER, HOOKS].join(path.delimiter),
      PYTHONDONTWRITEBYTECODE: '1',
      SCHEMATHESIS_HOOKS: 'fuzz_hooks',
      FUZZ_KNOWN: JSON.stringify(known),
      FUZZ_TALLY: tallyFile,
    };
    const authorization = ['--header', `Authorization: Bearer ${token}`];
    const args = ['-m', 'schemathesis.cli', 'run', documentUrl, ...authorization, '--no-color', ...options];
    const { code, output } = await python(args, env, folder);
    const tally = existsSync(tallyFile)
      ? (JSON.parse(await readFile(tallyFile, 'utf8')) as Fuzzed['tally'])
      : {};
    return { code, output: output.replaceAll(/^(.{400}).+$/gm, '$1…'), tally };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function python(
  args: string[],
  env: Record<string, string>,
  cwd?: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('python3', args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}
