import { rmSync } from 'node:fs';

/** Stops what `start-platform.ts` started and removes its data. */
export default async function stopPlatform(): Promise<void> {
  const stack = globalThis.testStack;
  if (stack === undefined) return;
  await stack.stop();
  rmSync(stack.dataDir, { recursive: true, force: true });
}
