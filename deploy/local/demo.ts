import type { DemoTarget } from './demo-target.ts';
import type { StackState } from './stack-state.ts';
import { StackError } from './stack-error.ts';

/**
 * Loads the demo data and records the result. A failed load leaves the state `loading`, so that the next start
 * starts over. Rejects with the abort reason as soon as the signal is aborted.
 */
export async function loadDemoOnce(
  target: DemoTarget,
  state: StackState,
  signal: AbortSignal,
): Promise<void> {
  await state.update({ demo: 'loading' });
  // Imported on demand: most starts do not need the generator.
  const { loadDemo } = await import('./demo/load.ts');
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
  const demoResult = await Promise.race([loadDemo(target), aborted]).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new StackError(
      `The demo data could not be loaded (${(error as Error).message}): start with --no-demo to skip it.`,
      { cause: error },
    );
  });
  await state.update({ demo: 'loaded', demoResult });
}
