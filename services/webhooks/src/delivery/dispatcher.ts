import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { deliveryClaimDue, type ClaimedDelivery } from '../store/delivery-claim-due.ts';
import { Lanes, type LaneLimits } from './lanes.ts';

/** How often due deliveries are looked for: retries, and what other processes have made. */
const POLL_MS = 250;
const AFTER_ERROR_MS = 1_000;
/** A look takes 10 µs for each app that has something under way: with thousands of them it is made less often. */
const PAUSE_PER_LOOK = 10;
const MAX_PAUSE_MS = 2_000;

/** What a dispatcher works with. */
export interface DispatcherDeps {
  db: Database;
  clock: Clock;
  logger: Logger;
  limits: LaneLimits;
  /** How long a delivery is this process's, in ms: longer than fetching its data and an attempt take. */
  leaseMs: number;
  /** Makes the attempts; resolves when the last has ended, and calls `ended` as each does. */
  deliver(
    claimed: ClaimedDelivery[],
    leasedUntilMs: number,
    ended: (delivery: ClaimedDelivery) => void,
  ): Promise<void>;
}

/**
 * Takes deliveries that are due and has them attempted, each app in its turn. Every process has one, and any number of them share what
 * there is: a delivery that one has taken is left alone by the others until its lease is over.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #lanes: Lanes;
  readonly #stopping = new AbortController();
  readonly #working = new Set<Promise<void>>();
  readonly #afterApp = { well: '', failing: '' };
  #wake: () => void = () => undefined;
  #pending = false;
  /** Whether the last look left something for when there is room again. */
  #more = false;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#lanes = new Lanes(deps.limits, () => performance.now());
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Says that deliveries are due. */
  wake = (): void => {
    this.#pending = true;
    this.#wake();
  };

  /** Takes nothing further and waits for the attempts under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#running;
    await Promise.all(this.#working);
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#pending = false;
      const startedAt = performance.now();
      try {
        const well = await this.#take('well');
        const failing = await this.#take('failing');
        this.#more = well || failing;
        const rest = PAUSE_PER_LOOK * (performance.now() - startedAt);
        await this.#pause(Math.min(Math.max(POLL_MS, rest), MAX_PAUSE_MS));
      } catch (err) {
        this.#deps.logger.warn({ reason: (err as Error).message }, 'due deliveries cannot be read');
        await this.#pause(AFTER_ERROR_MS);
      }
    }
  }

  /** @returns whether there may be more than there was room for */
  async #take(lane: 'well' | 'failing'): Promise<boolean> {
    const { db, clock, leaseMs } = this.#deps;
    const failing = lane === 'failing';
    const { limit, each, room } = this.#lanes.room(failing);
    if (limit === 0) return true;
    const nowMs = clock.now();
    const leasedUntilMs = nowMs + leaseMs;
    const claim = { nowMs, leasedUntilMs, failing, each, room, limit };
    const afterApp = this.#afterApp[lane];
    const claimed = await deliveryClaimDue(db, { ...claim, afterApp });
    this.#work(claimed, leasedUntilMs, failing);
    // Having come to the end, from the beginning again next time, or now if there is room.
    const last = claimed.reduce((app, { app_id }) => (app_id > app ? app_id : app), '');
    this.#afterApp[lane] = claimed.length >= limit ? last : '';
    if (afterApp !== '' && claimed.length < limit) this.wake();
    const counts = Map.groupBy(claimed, ({ app_id }) => app_id);
    const isFull = ([app, taken]: [string, unknown[]]) => taken.length >= (room.get(app) ?? each);
    return claimed.length >= limit || [...counts].some(isFull) || [...room.values()].includes(0);
  }

  #work(claimed: ClaimedDelivery[], leasedUntilMs: number, failing: boolean): void {
    if (claimed.length === 0) return;
    const ends = new Map(claimed.map(({ id, app_id }) => [id, this.#lanes.begin(app_id, failing)]));
    const ended = ({ id }: ClaimedDelivery): void => {
      ends.get(id)?.();
      ends.delete(id);
      if (this.#more) this.wake();
    };
    const work = this.#deps
      .deliver(claimed, leasedUntilMs, ended)
      // Their leases end, and they are taken again.
      .catch((err: unknown) => this.#deps.logger.error({ err }, 'deliveries could not be attempted'))
      .finally(() => {
        for (const delivery of claimed) ended(delivery);
        this.#working.delete(work);
      });
    this.#working.add(work);
  }

  async #pause(ms: number): Promise<void> {
    if (this.#pending || this.#stopping.signal.aborted) return;
    const waking = new AbortController();
    this.#wake = () => waking.abort();
    await sleep(ms, undefined, { signal: waking.signal }).catch(() => undefined);
  }
}
