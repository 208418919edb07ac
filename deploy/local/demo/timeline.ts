/** One day in milliseconds. */
export const DAY_MS = 86_400_000;

/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000;

/** A point of a timeline: by that time, this share of all was there. */
export interface Knot {
  share: number;
  timeMs: number;
}

/** When the entities of one kind came to be: straight between knots, so that time and number give each other. */
export class Timeline {
  private readonly count: number;
  private readonly knots: readonly Knot[];

  constructor(count: number, knots: readonly Knot[]) {
    this.count = count;
    this.knots = knots;
  }

  /** When the entity of that number came; `fraction` (0 to 1) places it within its slot. Rises with the index. */
  timeOf(index: number, fraction: number): number {
    const share = (index + fraction * 0.9) / this.count;
    for (let at = 1; at < this.knots.length; at++) {
      const [from, to] = [this.knots[at - 1] as Knot, this.knots[at] as Knot];
      if (share <= to.share || at === this.knots.length - 1) {
        const part = (share - from.share) / (to.share - from.share);
        return Math.floor(from.timeMs + part * (to.timeMs - from.timeMs));
      }
    }
    throw new Error('a timeline needs two knots');
  }

  /** How many surely came before that time: each index below it did. */
  countBefore(timeMs: number): number {
    for (let at = 1; at < this.knots.length; at++) {
      const [from, to] = [this.knots[at - 1] as Knot, this.knots[at] as Knot];
      if (timeMs <= to.timeMs) {
        const part = Math.max(0, (timeMs - from.timeMs) / (to.timeMs - from.timeMs));
        return Math.floor((from.share + part * (to.share - from.share)) * this.count);
      }
    }
    return this.count;
  }
}

/** How many groups of a store's products share one time of change. */
export const BULK_GROUPS = 3;

/**
 * Times of change that never collide, without a memory of those given: each index owns a remainder of the stride,
 * and so does each bulk group, whose members are to tie.
 */
export class UpdateClock {
  private readonly count: number;
  private readonly stride: number;
  private readonly now: number;

  constructor(count: number, now: number) {
    this.count = count;
    this.stride = count + BULK_GROUPS;
    this.now = now;
  }

  /** The latest creation whose change still falls before now. */
  latest(): number {
    return this.now - 3 * this.stride - 1;
  }

  /** The time of change of that index: `wantedMs` or up to two strides later. */
  timeOf(index: number, wantedMs: number): number {
    return this.after(Math.min(wantedMs, this.latest())) + index;
  }

  /** The one time that all members of a bulk group share. */
  timeOfGroup(group: number, wantedMs: number): number {
    return this.after(Math.min(wantedMs, this.latest())) + this.count + group;
  }

  private after(timeMs: number): number {
    return (Math.floor(timeMs / this.stride) + 1) * this.stride;
  }
}

/**
 * Moves a time into the day's business hours (9:00 to 20:30 in Argentina, UTC−3) and keeps the order of times. Today
 * is left as it is: squeezed, some of it would lie in the future.
 */
export function inBusinessHours(timeMs: number, now: number): number {
  const dayStart = Math.floor(timeMs / DAY_MS) * DAY_MS;
  if (dayStart + DAY_MS > now) return timeMs;
  return dayStart + 12 * HOUR_MS + Math.floor(((timeMs - dayStart) * 11.5) / 24);
}
