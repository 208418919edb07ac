import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the bare process (bare.ts) on a store's catalogue. */
export async function startBare(catalogUrl: string, storeId: string) {
  const script = fileURLToPath(new URL('./bare.ts', import.meta.url));
  const child = spawn(process.execPath, [script, catalogUrl, storeId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    pid: child.pid!,
    origin: `http://127.0.0.1:${line.toString().trim()}`,
    stop: () => child.kill('SIGTERM'),
  };
}
