import { randomInt } from 'node:crypto';
import type { Logger } from '@commerce/service-kit/logger.ts';

/** Work that is done again and again. */
export interface Job {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

/** Runs jobs, each never twice at once; a failure is logged and the next turn comes all the same. */
export class Schedule {
  readonly #logger: Logger;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Starts a job; its first turn comes after a part of its interval, so that replicas spread. */
  start(job: Job): void {
    this.#next(job, randomInt(Math.max(1, job.everyMs)));
  }

  /** Starts no further turn and waits for those that run. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #next(job: Job, inMs: number): void {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const turn = job
        .run()
        .catch((err: unknown) => this.#logger.error({ err, job: job.name }, 'job failed'))
        .finally(() => {
          this.#running.delete(turn);
          this.#next(job, job.everyMs);
        });
      this.#running.add(turn);
    }, inMs);
    this.#timers.add(timer);
  }
}
