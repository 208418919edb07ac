import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Starts the platform in a separate process. @returns a function that stops it */
export default async function startPlatform(): Promise<() => Promise<void>> {
  // Read by the tests, which are children of this process.
  const file = (process.env['TEST_PLATFORM_FILE'] = path.resolve(`.cache/platform-${process.pid}.json`));
  const script = fileURLToPath(new URL('./platform-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the platform did not start (exit ${code})`)));
    child.stdout.on('data', (data: Buffer) => {
      process.stderr.write(data);
      if (/^ready$/m.test(data.toString())) resolve();
    });
  });
  return async () => {
    child.stdin.end();
    await ended;
    await rm(file, { force: true });
  };
}
