import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from './workspace.ts';

const stampDir = path.join(workspaceRoot, '.cache/stamps');

/** Reads the installed version of a package that the root depends on, e.g. `prisma` → `7.10.0`. */
export async function installedVersion(packageName: string): Promise<string> {
  const file = path.join(workspaceRoot, 'node_modules', packageName, 'package.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

/** sha256 (hex) over the files' paths and contents and additional `facts`, such as tool versions. */
export async function inputsHash(files: string[], facts: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    hash
      .update(`${path.relative(workspaceRoot, file)}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  return hash.update(facts.join('\0')).digest('hex');
}

/** Checks that the step's last successful run had the same inputs. */
export async function isUpToDate(step: string, hash: string): Promise<boolean> {
  const last = await readFile(path.join(stampDir, step), 'utf8').catch(() => '');
  return last === hash;
}

/** Records that the step succeeded with these inputs. */
export async function stamp(step: string, hash: string): Promise<void> {
  await mkdir(stampDir, { recursive: true });
  await writeFile(path.join(stampDir, step), hash);
}

/** Inputs recorded by the step's last successful run; undefined when one of them or the record is missing. */
export async function lastInputs(step: string): Promise<string[] | undefined> {
  const text = await readFile(path.join(stampDir, `${step}.inputs`), 'utf8').catch(() => undefined);
  const files = text?.split('\n').map((file) => path.join(workspaceRoot, file));
  return files?.every((file) => existsSync(file)) ? files : undefined;
}

/** Records the inputs that a step discovered, for `lastInputs`. */
export async function recordInputs(step: string, files: string[]): Promise<void> {
  await mkdir(stampDir, { recursive: true });
  const relative = files.map((file) => path.relative(workspaceRoot, file));
  await writeFile(path.join(stampDir, `${step}.inputs`), relative.join('\n'));
}
