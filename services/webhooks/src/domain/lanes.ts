/** Time after which an endpoint without a response is slow, in ms: it gets no further attempt until it responds. */
const SLOW_MS = 1_000;

/** Concurrency limits of a process. */
export interface LaneLimits {
  /** Concurrent attempts at healthy endpoints, and as many again at failing or slow ones. */
  total: number;
  /** Concurrent attempts at one healthy endpoint. */
  perEndpoint: number;
}

/** The deliveries that a lane has capacity for. */
export interface Capacity {
  limit: number;
  /** Most deliveries of an app without running attempts. */
  each: number;
  /** For the apps with running attempts: how many more each may have. */
  remaining: Map<string, number>;
}

interface Running {
  startedAt: number;
  failing: boolean;
}

/**
 * The running attempts of a process, in two lanes: healthy endpoints, and those that are failing (according to the
 * database) or slow. Each lane has its own slots, so failing or hanging receivers do not delay others. A failing
 * endpoint gets one attempt at a time until one succeeds.
 */
export class Lanes {
  readonly #limits: LaneLimits;
  readonly #now: () => number;
  readonly #running = new Map<string, Set<Running>>();

  /** @param now a monotonic clock, in ms */
  constructor(limits: LaneLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Takes a slot for an attempt. @returns a function that releases it */
  acquire(appId: string, failing: boolean): () => void {
    const running = { startedAt: this.#now(), failing };
    const ofApp = this.#running.get(appId) ?? new Set();
    this.#running.set(appId, ofApp.add(running));
    return () => {
      ofApp.delete(running);
      if (ofApp.size === 0) this.#running.delete(appId);
    };
  }

  /** The current capacity of the healthy or the failing lane. */
  capacity(failing: boolean): Capacity {
    const { total, perEndpoint } = this.#limits;
    const remaining = new Map<string, number>();
    let healthy = 0;
    let held = 0;
    for (const [appId, ofApp] of this.#running) {
      const isHeld = this.#isHeld(ofApp);
      if (isHeld) held += ofApp.size;
      else healthy += ofApp.size;
      remaining.set(appId, failing || isHeld ? 0 : Math.max(0, perEndpoint - ofApp.size));
    }
    // Attempts that become slow change lanes; the sum of both lanes is never exceeded.
    const left = 2 * total - healthy - held;
    const limit = Math.min(total - (failing ? held : healthy), left);
    return { limit: Math.max(0, limit), each: failing ? 1 : perEndpoint, remaining };
  }

  #isHeld(ofApp: Set<Running>): boolean {
    const slowSince = this.#now() - SLOW_MS;
    for (const { startedAt, failing } of ofApp) if (failing || startedAt <= slowSince) return true;
    return false;
  }
}
