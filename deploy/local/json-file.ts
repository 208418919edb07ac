import { readFile, rename, writeFile } from 'node:fs/promises';
import { StackError } from './stack-error.ts';

/** Reads a JSON file; undefined when it is missing or empty. Throws `StackError` when it is damaged. */
export async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new StackError(`${file} is damaged: start with --fresh to start over.`);
  }
}

/** Replaces the file atomically, so that a reader never sees a partial file; only its owner can read it. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
