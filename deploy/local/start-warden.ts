import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * Starts the warden, which ends what this run (`owner`) started should this process die without doing so itself.
 * Returns how to let it go.
 */
export function startWarden(runDir: string, owner: string): () => Promise<void> {
  const script = path.join(import.meta.dirname, 'warden.ts');
  const child = spawn(process.execPath, [script, runDir, owner], {
    // A group of its own: the signal that ends this process must not reach it.
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
