import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * Starts the reaper, which ends the processes of this run (`owner`) if this process dies without stopping them.
 * Returns a function that releases the reaper.
 */
export function startReaper(runDir: string, owner: string): () => Promise<void> {
  const script = path.join(import.meta.dirname, 'reaper.ts');
  const child = spawn(process.execPath, [script, runDir, owner], {
    // A separate process group: the signal that ends this process must not reach it.
    detached: true,
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = once(child, 'exit');
  child.stdin.on('error', () => undefined);
  return async () => {
    child.stdin.end();
    await gone;
  };
}
