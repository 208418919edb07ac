import { once } from 'node:events';

/** Ends what `start-platform.ts` started. */
export default async function stopPlatform(): Promise<void> {
  const child = globalThis.testPlatform;
  if (child === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin!.end();
  await ended;
}
