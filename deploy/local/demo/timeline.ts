/** One day in milliseconds. */
export const DAY_MS = 86_400_000;

/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000;

/** A point of a timeline: the share of all entities that existed by that time. */
export interface Knot {
  share: number;
  timeMs: number;
}

/** Creation times of the entities of one type: linear between knots, so that time and index can be converted into each other. */
export class Timeline {
  private readonly count: number;
  private readonly knots: readonly Knot[];

  constructor(count: number, knots: readonly Knot[]) {
    this.count = count;
    this.knots = knots;
  }

  /** Creation time of the entity at an index; `fraction` (0 to 1) is its position within the slot. Rises with the index. */
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

  /** Number of entities that certainly exist before a time: all indexes below it. */
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

/** Number of product groups of a store that share one time of change. */
export const BULK_GROUPS = 3;

/**
 * Unique times of change without a record of earlier ones: each index owns a remainder of the stride,
 * and so does each bulk group, whose members share a time.
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

  /** The latest creation time whose change is still before now. */
  latest(): number {
    return this.now - 3 * this.stride - 1;
  }

  /** The time of change of an index: `wantedMs` or up to two strides later. */
  timeOf(index: number, wantedMs: number): number {
    return this.after(Math.min(wantedMs, this.latest())) + index;
  }

  /** The time shared by all members of a bulk group. */
  timeOfGroup(group: number, wantedMs: number): number {
    return this.after(Math.min(wantedMs, this.latest())) + this.count + group;
  }

  private after(timeMs: number): number {
    return (Math.floor(timeMs / this.stride) + 1) * this.stride;
  }
}

/**
 * Moves a time into the day's business hours (9:00 to 20:30 in Argentina, UTC−3) and keeps the order of times. Today
 * is unchanged: compressed, some of it would be in the future.
 */
export function inBusinessHours(timeMs: number, now: number): number {
  const dayStart = Math.floor(timeMs / DAY_MS) * DAY_MS;
  if (dayStart + DAY_MS > now) return timeMs;
  return dayStart + 12 * HOUR_MS + Math.floor(((timeMs - dayStart) * 11.5) / 24);
}
