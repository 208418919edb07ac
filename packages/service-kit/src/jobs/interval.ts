import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';

/** Something done again and again by every process of a service; what it does must bear being done by several at once. */
export interface IntervalJob {
  name: string;
  everyMs: number;
  run(): Promise<void>;
  /** Told when it is to be stopped, for a run that takes long. */
  stopping?(): void;
}

/** Runs the job until it is stopped, the pause counted from the end of each run; a failure is logged, and tried again. */
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
