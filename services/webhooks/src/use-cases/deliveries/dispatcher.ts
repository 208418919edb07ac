import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { WakeableLoop } from '@commerce/service-kit/jobs/wakeable-loop.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { Lanes, type Capacity, type LaneLimits } from '../../domain/lanes.ts';
import { deliveryClaimDue, deliveryNextApps, type ClaimedDelivery } from '../../store/delivery-queue.ts';

/** Interval of looking for due deliveries that nothing announces: retries, and what other processes leave. */
const POLL_MS = 250;
const AFTER_ERROR_MS = 1_000;
/** Most apps of a look, which takes about 10 µs for each. */
const APPS_PER_LOOK = 1_000;
/** Pause as a multiple of the duration of such a look. */
const PAUSE_PER_LOOK = 10;
const MAX_PAUSE_MS = 2_000;

const LANES = ['healthy', 'failing'] as const;
type Lane = (typeof LANES)[number];

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
 * deliveries, because a claimed delivery is left alone by the others until its lease ends. A process looks at once at the
 * apps for which it created deliveries, and all processes together at all apps, one round after the other.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps;
  readonly #lanes: Lanes;
  readonly #loop = new WakeableLoop();
  readonly #working = new Set<Promise<void>>();
  /** Apps to look at, in their order. Those that a lane had no capacity for remain. */
  readonly #waiting: Record<Lane, Set<string>> = { healthy: new Set(), failing: new Set() };
  /** Apps that may have more deliveries than this process may attempt at a time. */
  readonly #full = new Set<string>();
  /** Time of the next look that nothing announces, in ms of a monotonic clock. */
  #nextLookAt = 0;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#lanes = new Lanes(deps.limits, () => performance.now());
  }

  start(): void {
    this.#loop.start(() => this.#run());
  }

  /** Looks now for due deliveries of apps. */
  wake = (apps: Iterable<string>): void => {
    this.#wait(apps);
    this.#loop.wake();
  };

  /** Stops claiming and waits for the running attempts. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#working);
  }

  async #run(): Promise<void> {
    while (!this.#loop.isStopping) {
      this.#loop.beginRound();
      try {
        await this.#look();
      } catch (err) {
        this.#deps.logger.warn(
          { reason: (err as Error).message },
          'failed to claim due deliveries, retrying',
        );
        this.#nextLookAt = performance.now() + AFTER_ERROR_MS;
      }
      await this.#loop.pause(Math.max(0, this.#nextLookAt - performance.now()));
    }
  }

  /** Claims deliveries for both lanes. */
  async #look(): Promise<void> {
    const startedAt = performance.now();
    const isDue = startedAt >= this.#nextLookAt;
    if (isDue) this.#wait(await deliveryNextApps(this.#deps.db, APPS_PER_LOOK));
    for (const lane of LANES) await this.#claim(lane);
    if (!isDue) return;
    const pauseMs = PAUSE_PER_LOOK * (performance.now() - startedAt);
    this.#nextLookAt = performance.now() + Math.min(Math.max(POLL_MS, pauseMs), MAX_PAUSE_MS);
  }

  async #claim(lane: Lane): Promise<void> {
    const { db, clock, leaseMs } = this.#deps;
    const failing = lane === 'failing';
    const capacity = this.#lanes.capacity(failing);
    const { limit } = capacity;
    if (limit === 0) return;
    const apps = this.#take(lane, capacity);
    if (apps.size === 0) return;
    const nowMs = clock.now();
    let claimed: ClaimedDelivery[];
    try {
      claimed = await deliveryClaimDue(db, { nowMs, leasedUntilMs: nowMs + leaseMs, failing, apps, limit });
    } catch (err) {
      this.#waitFirst(lane, apps.keys());
      throw err;
    }
    const counts = Map.groupBy(claimed, ({ appId }) => appId);
    for (const [app, ofApp] of counts) if (ofApp.length >= apps.get(app)!) this.#full.add(app);
    if (claimed.length >= limit) {
      const order = [...apps.keys()];
      this.#waitFirst(lane, order.slice(order.findLastIndex((app) => counts.has(app))));
    } else if (this.#waiting[lane].size > 0) this.#loop.wake();
    this.#deliver(claimed, lane);
  }

  /** Takes the apps that wait longest. @returns how many deliveries of each this process may attempt */
  #take(lane: Lane, { each, remaining }: Capacity): Map<string, number> {
    const apps = new Map<string, number>();
    for (const app of this.#waiting[lane]) {
      if (apps.size === APPS_PER_LOOK) break;
      this.#waiting[lane].delete(app);
      const claims = remaining.get(app) ?? each;
      if (claims > 0) apps.set(app, claims);
      // Its attempts are running: it is looked at again, for both lanes, when one ends.
      else if (lane === 'healthy') this.#full.add(app);
    }
    return apps;
  }

  /** Has apps wait in both lanes, after all that wait by now. */
  #wait(apps: Iterable<string>): void {
    for (const app of apps) for (const lane of LANES) this.#waiting[lane].add(app);
  }

  /** Has apps wait before all that wait by now. */
  #waitFirst(lane: Lane, apps: Iterable<string>): void {
    this.#waiting[lane] = new Set([...apps, ...this.#waiting[lane]]);
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
      if (this.#full.delete(appId)) this.wake([appId]);
      else if (LANES.some((each) => this.#waiting[each].size > 0)) this.#loop.wake();
    }
  }
}
