import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { WakeableLoop } from '@commerce/service-kit/jobs/wakeable-loop.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { Lanes, type LaneLimits } from '../../domain/lanes.ts';
import { deliveryClaimDue, type ClaimedDelivery } from '../../store/delivery-queue.ts';

/** Interval of looking for due deliveries: retries, and those created by other processes. */
const POLL_MS = 250;
const AFTER_ERROR_MS = 1_000;
/** Pause as a multiple of the duration of a look, which takes 10 µs for each app with open deliveries. */
const PAUSE_PER_LOOK = 10;
const MAX_PAUSE_MS = 2_000;

type Lane = 'healthy' | 'failing';

/** Dependencies of a dispatcher. */
export interface DispatcherDeps {
  db: Database;
  clock: Clock;
  logger: Logger;
  limits: LaneLimits;
  /** Lease of a claimed delivery, in ms: longer than fetching its data and its attempt take. */
  leaseMs: number;
  /** Delivers claimed deliveries. @returns for each one, in their order, a promise that settles when it is finished */
  deliver(claimed: ClaimedDelivery[]): Promise<void>[];
}

/**
 * Claims due deliveries and has them delivered, app by app in turns. Every process has a dispatcher; they share the
 * deliveries, because a claimed delivery is left alone by the others until its lease ends.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #lanes: Lanes;
  readonly #loop = new WakeableLoop();
  readonly #working = new Set<Promise<void>>();
  readonly #afterApp: Record<Lane, string> = { healthy: '', failing: '' };
  /** True when the last look left deliveries for lack of capacity. */
  #hasMore = false;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#lanes = new Lanes(deps.limits, () => performance.now());
  }

  start(): void {
    this.#loop.start(() => this.#run());
  }

  /** Looks for due deliveries now. */
  wake = (): void => this.#loop.wake();

  /** Stops claiming and waits for the running attempts. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#working);
  }

  async #run(): Promise<void> {
    while (!this.#loop.isStopping) {
      this.#loop.beginRound();
      await this.#loop.pause(await this.#look());
    }
  }

  /** Claims deliveries for both lanes. @returns the pause before the next look, in ms */
  async #look(): Promise<number> {
    const startedAt = performance.now();
    try {
      const healthy = await this.#claim('healthy');
      const failing = await this.#claim('failing');
      this.#hasMore = healthy || failing;
      const pauseMs = PAUSE_PER_LOOK * (performance.now() - startedAt);
      return Math.min(Math.max(POLL_MS, pauseMs), MAX_PAUSE_MS);
    } catch (err) {
      this.#deps.logger.warn({ reason: (err as Error).message }, 'failed to claim due deliveries, retrying');
      return AFTER_ERROR_MS;
    }
  }

  /** @returns whether there may be more deliveries than the lane had capacity for */
  async #claim(lane: Lane): Promise<boolean> {
    const { db, clock, leaseMs } = this.#deps;
    const failing = lane === 'failing';
    const { limit, each, remaining } = this.#lanes.capacity(failing);
    if (limit === 0) return true;
    const nowMs = clock.now();
    const afterApp = this.#afterApp[lane];
    const leasedUntilMs = nowMs + leaseMs;
    const claimed = await deliveryClaimDue(db, {
      nowMs,
      leasedUntilMs,
      failing,
      afterApp,
      each,
      remaining,
      limit,
    });
    this.#deliver(claimed, lane);
    // After the last app, start over from the first one: at the next look, or now if there is capacity left.
    const last = claimed.reduce((app, { appId }) => (appId > app ? appId : app), '');
    this.#afterApp[lane] = claimed.length >= limit ? last : '';
    if (afterApp !== '' && claimed.length < limit) this.wake();
    const counts = Map.groupBy(claimed, ({ appId }) => appId);
    const isFull = ([app, ofApp]: [string, unknown[]]) => ofApp.length >= (remaining.get(app) ?? each);
    if (claimed.length >= limit || [...counts].some(isFull)) return true;
    // In the healthy lane these are the apps with all their attempts running, and the failing ones.
    return !failing && [...remaining.values()].includes(0);
  }

  #deliver(claimed: ClaimedDelivery[], lane: Lane): void {
    if (claimed.length === 0) return;
    const finished = this.#deps.deliver(claimed);
    const held = finished.map((delivery, i) => this.#hold(claimed[i]!.appId, lane, delivery));
    const work = Promise.allSettled(held).then((results) => {
      this.#working.delete(work);
      const failed = results.find((result) => result.status === 'rejected');
      // The leases end, and the deliveries are claimed again.
      if (failed) this.#deps.logger.error({ err: failed.reason }, 'failed to attempt deliveries');
    });
    this.#working.add(work);
  }

  /** Holds a slot of the lane until a delivery is finished, however it ends. */
  async #hold(appId: string, lane: Lane, finished: Promise<void>): Promise<void> {
    const release = this.#lanes.acquire(appId, lane === 'failing');
    try {
      await finished;
    } finally {
      release();
      if (this.#hasMore) this.wake();
    }
  }
}
