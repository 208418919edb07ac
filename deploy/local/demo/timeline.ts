/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000;

/** One day in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

/** Number of product groups of a store that share one time of change. */
export const BULK_GROUPS = 3;

/** Creation times of the records of one type, by index, and times of their changes, without a record of either. */
export class Timeline {
  readonly #count: number;
  readonly #from: number;
  readonly #latest: number;
  readonly #growth: number;
  readonly #slots: number;

  /** `slots` of at least `count` records can change; with a `growth` above 1, more of them are created later. */
  constructor(time: { count: number; slots: number; from: number; now: number; growth?: number }) {
    this.#count = time.count;
    this.#from = time.from;
    this.#growth = time.growth ?? 1;
    this.#slots = time.slots;
    this.#latest = time.now - 3 * time.slots;
  }

  /** Creation time of the record at an index, which rises with it; `fraction` is its position within the slot. */
  timeOf(index: number, fraction: number): number {
    const share = ((index + fraction * 0.9) / this.#count) ** (1 / this.#growth);
    return Math.floor(this.#from + share * (this.#latest - this.#from));
  }

  /** Number of records that exist at a time: all indexes below it. */
  countBefore(timeMs: number): number {
    const share = (timeMs - this.#from) / (this.#latest - this.#from);
    return Math.floor(Math.min(1, Math.max(0, share)) ** this.#growth * this.#count);
  }

  /** A time of change soon after the wanted one and before now. No two slots share one. */
  changedAt(slot: number, wantedMs: number): number {
    return (Math.floor(Math.min(wantedMs, this.#latest) / this.#slots) + 1) * this.#slots + slot;
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
