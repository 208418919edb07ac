import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { copyListDueStores, copyTake, copyUntake, type TakenCopy } from '../store/image-copy.ts';
import { copyImage } from '../use-cases/images/copy-image.ts';
import type { Downloader } from '../use-cases/images/download-image.ts';

const EVERY_MS = 2_000;
/** Copies that a process makes at once. */
const AT_ONCE = 6;
/** Copies of one store that a process makes at once: slow servers of one store leave room for others. */
const AT_ONCE_PER_STORE = 2;
/** Longer than an attempt takes: when a process is killed, another one then repeats its attempts. */
const LEASE_MS = 3 * 60_000;

/** Copies external images of products, a store at a time in turns. */
export function copyImagesJob(deps: Deps & { downloader: Downloader }): IntervalJob {
  const round = new Round(deps);
  return {
    name: 'copy images',
    everyMs: EVERY_MS,
    run: () => round.run(),
    stopping: () => round.stop(),
  };
}

/** Work on all copies that are due, by several workers; one ends when it finds nothing to do. */
class Round {
  readonly #deps: Deps & { downloader: Downloader };
  /** Running copies by store. */
  readonly #running = new Map<string, number>();
  /** When each store had its last turn, as a counter. */
  readonly #lastTurn = new Map<string, number>();
  #turns = 0;
  #isStopping = false;

  constructor(deps: Deps & { downloader: Downloader }) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    this.#lastTurn.clear();
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#work()));
  }

  stop(): void {
    this.#isStopping = true;
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      const taken = await this.#take();
      if (taken === undefined) return;
      try {
        await copyImage(this.#deps, this.#deps.downloader, taken);
      } catch (err) {
        // The lease ends, and the attempt is repeated.
        this.#deps.logger.error({ err, storeId: taken.storeId }, 'copying an image failed, retrying later');
        await copyUntake(this.#deps.db, taken);
      } finally {
        this.#count(taken.storeId, -1);
      }
    }
  }

  /** Takes a copy of the store whose last turn is longest ago. */
  async #take(): Promise<TakenCopy | undefined> {
    const { db, clock } = this.#deps;
    const stores = await copyListDueStores(db, new Date(clock.now()));
    const byTurn = stores.toSorted((a, b) => (this.#lastTurn.get(a) ?? 0) - (this.#lastTurn.get(b) ?? 0));
    for (const storeId of byTurn) {
      if ((this.#running.get(storeId) ?? 0) >= AT_ONCE_PER_STORE) continue;
      this.#count(storeId, 1);
      this.#lastTurn.set(storeId, ++this.#turns);
      const now = clock.now();
      let taken: TakenCopy | undefined;
      try {
        taken = await copyTake(db, storeId, new Date(now), new Date(now + LEASE_MS));
      } finally {
        if (taken === undefined) this.#count(storeId, -1);
      }
      if (taken !== undefined) return taken;
    }
    return undefined;
  }

  #count(storeId: string, change: number): void {
    const count = (this.#running.get(storeId) ?? 0) + change;
    if (count === 0) this.#running.delete(storeId);
    else this.#running.set(storeId, count);
  }
}
