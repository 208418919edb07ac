import { once } from 'node:events';
import { rm } from 'node:fs/promises';

/** Ends what `start-platform.ts` started. */
export default async function stopPlatform(): Promise<void> {
  const child = globalThis.testPlatform;
  if (child === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin!.end();
  await ended;
  await rm(process.env['TEST_PLATFORM_FILE']!, { force: true });
}
