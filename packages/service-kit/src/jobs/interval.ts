import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';

/** A periodic job of every process of a service; it must be safe to run in several processes at once. */
export interface IntervalJob {
  name: string;
  everyMs: number;
  run(): Promise<void>;
  /** Called at shutdown, so that a long run can stop early. */
  stopping?(): void;
}

/**
 * Runs the job periodically until stopped, with the pause counted from the end of each run; failures are logged
 * and retried.
 */
export function runEvery(job: IntervalJob, logger: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await job.run().catch((err: unknown) => logger.error({ err, job: job.name }, 'job failed'));
      await sleep(job.everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      job.stopping?.();
      await running;
    },
  };
}
