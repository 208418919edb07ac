import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Room for the databases of a run. */
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Directory for the data of PostgreSQL and of the platform under test: in memory where there is room. Each test database consists of some
 * 600 files, and a disk's file system takes a fifth of the CPU of the unit tests to create and remove them.
 */
export const dataRoot = (): string =>
  freeBytesInMemory() >= NEEDED_BYTES && freemem() >= 2 * NEEDED_BYTES ? MEMORY : tmpdir();

function freeBytesInMemory(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    // No Linux.
    return 0;
  }
}
