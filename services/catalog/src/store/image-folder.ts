import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FilePart, ImageFiles } from './image-files.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Files in a folder: of this machine, or of a volume that all processes of the service share. */
export function imageFolder(folder: string): ImageFiles {
  const pathOf = (name: string) => path.join(folder, name);
  return {
    async save(name, content) {
      const file = pathOf(name);
      await mkdir(path.dirname(file), { recursive: true });
      // Renamed when complete, under a name of its own: other processes may be saving the same file. A process that is killed leaves
      // its part to the removal.
      const part = `${file}.${randomUUID()}${PART}`;
      await writeFile(part, content);
      await rename(part, file);
    },
    read: (name, offset, length) => readPart(pathOf(name), offset, length),
    async remove(name) {
      const file = pathOf(name);
      await rm(file, { force: true });
      for (const part of await partsOf(file)) await rm(part, { force: true });
      await removeIfEmpty(path.dirname(file));
      await removeIfEmpty(path.dirname(path.dirname(file)));
    },
  };
}

const PART = '.part';

/** Parts of a file that were not completed. */
async function partsOf(file: string): Promise<string[]> {
  const names = await readdir(path.dirname(file)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.startsWith(`${path.basename(file)}.`) && name.endsWith(PART))
    .map((name) => path.join(path.dirname(file), name));
}

async function readPart(file: string, offset: number, length: number): Promise<FilePart | undefined> {
  const handle = await open(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    const { size: totalBytes } = await handle.stat();
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, totalBytes - offset)));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
    return { data: buffer.subarray(0, bytesRead), totalBytes };
  } finally {
    await handle.close();
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  }
}
