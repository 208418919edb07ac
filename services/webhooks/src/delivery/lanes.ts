/** An endpoint that has not answered for this long, in ms, gets no further attempt before it does. */
const SLOW_MS = 1_000;

/** How much a process attempts at once. */
export interface LaneLimits {
  /** Attempts at endpoints that are well; and as many again at those that are failing or slow. */
  total: number;
  /** Attempts at one endpoint that is well. */
  perEndpoint: number;
}

/** How many deliveries may be taken now. */
export interface Room {
  limit: number;
  each: number;
  /** For the apps that have attempts under way: how many more of each. */
  room: Map<string, number>;
}

interface Running {
  startedAt: number;
  failing: boolean;
}

/**
 * What a process attempts at present, in two lanes: endpoints that are well, and those that are failing (as the database knows) or have
 * not answered for a second. Each has its own share, so receivers that hang or fail hold back no other: a failing one is tried by a
 * single attempt at a time until one succeeds.
 */
export class Lanes {
  readonly #limits: LaneLimits;
  readonly #now: () => number;
  readonly #running = new Map<string, Set<Running>>();

  /** @param now a clock that only goes forward, in ms */
  constructor(limits: LaneLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Counts an attempt. @returns what ends it */
  begin(appId: string, failing: boolean): () => void {
    const running = { startedAt: this.#now(), failing };
    const ofApp = this.#running.get(appId) ?? new Set();
    this.#running.set(appId, ofApp.add(running));
    return () => {
      ofApp.delete(running);
      if (ofApp.size === 0) this.#running.delete(appId);
    };
  }

  /** What may be taken for one of the lanes. */
  room(failing: boolean): Room {
    const { total, perEndpoint } = this.#limits;
    const room = new Map<string, number>();
    let well = 0;
    let held = 0;
    for (const [appId, ofApp] of this.#running) {
      const isHeld = this.#isHeld(ofApp);
      if (isHeld) held += ofApp.size;
      else well += ofApp.size;
      room.set(appId, failing || isHeld ? 0 : Math.max(0, perEndpoint - ofApp.size));
    }
    // Those that begin to hang move from one share to the other; the sum of both is never exceeded.
    const left = 2 * total - well - held;
    const limit = Math.min(total - (failing ? held : well), left);
    return { limit: Math.max(0, limit), each: failing ? 1 : perEndpoint, room };
  }

  #isHeld(ofApp: Set<Running>): boolean {
    const slowSince = this.#now() - SLOW_MS;
    for (const { startedAt, failing } of ofApp) if (failing || startedAt <= slowSince) return true;
    return false;
  }
}
