import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

declare global {
  // What globalSetup leaves for globalTeardown.
  var testPlatform: ChildProcess | undefined;
}

/** Starts the platform in a process of its own and waits until it is ready. */
export default async function startPlatform(): Promise<void> {
  // Read by the tests too: they run in this process or in children of it.
  process.env['TEST_PLATFORM_FILE'] ??= path.resolve(`.cache/platform-${process.pid}.json`);
  const script = fileURLToPath(new URL('./platform-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  globalThis.testPlatform = child;
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the platform did not start (exit ${code})`)));
    child.stdout.on('data', (data: Buffer) => {
      process.stderr.write(data);
      if (/^ready$/m.test(data.toString())) resolve();
    });
  });
}
