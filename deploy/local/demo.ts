import type { DemoTarget } from './demo-target.ts';
import type { StackState } from './stack-state.ts';
import { StackError } from './stack-error.ts';

/**
 * Loads the demo data and remembers what came of it. A load that fails leaves the mark `loading`, by which the next start
 * knows to begin anew. Rejects with the abort reason as soon as the signal says so.
 */
export async function loadDemoOnce(
  target: DemoTarget,
  state: StackState,
  signal: AbortSignal,
): Promise<void> {
  await state.update({ demo: 'loading' });
  // Only now: most starts need none of the generator.
  const { loadDemo } = await import('./demo/load.ts');
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
  const demoResult = await Promise.race([loadDemo(target), aborted]).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new StackError(
      `The demo data could not be loaded (${(error as Error).message}): start with --no-demo to go without.`,
      { cause: error },
    );
  });
  await state.update({ demo: 'loaded', demoResult });
}
