/** Longest time between two keys of a scanner. People need twice that and more. */
const MAX_GAP_MS = 50;
/** Shortest time before a scan. What follows typing faster belongs to it, such as a scan that hesitated. */
const PAUSE_MS = 300;
/** Fewest characters of a code. Shorter bursts may be fingers that hit two keys at once. */
const MIN_LENGTH = 4;

/** What a key means. */
export interface KeyReading {
  /** It may be the first of a scan. */
  isFirst: boolean;
  /** The code of the scan that it ends. */
  code?: string;
}

/** Tells scans from typing by time: a scanner types its code without a pause, with Enter at the end. */
export class ScanDetector {
  #typed = '';
  #lastMs = Number.NEGATIVE_INFINITY;
  /** Whether the burst goes on from what was typed before it. */
  #isTail = false;

  /** Reads a key. @param atMs when it was pressed, on any clock that only goes forward */
  read(key: string, atMs: number): KeyReading {
    // A scanner holds Shift for capital letters.
    if (key === 'Shift') return { isFirst: false };
    const gapMs = atMs - this.#lastMs;
    const typed = gapMs <= MAX_GAP_MS ? this.#typed : '';
    if (typed === '') this.#isTail = gapMs < PAUSE_MS;
    this.#typed = '';
    this.#lastMs = atMs;
    if (key === 'Enter') {
      // The next scan may follow at once.
      this.#lastMs = Number.NEGATIVE_INFINITY;
      return { isFirst: false, ...(typed.length >= MIN_LENGTH && !this.#isTail && { code: typed }) };
    }
    if (key.length !== 1) return { isFirst: false };
    this.#typed = typed + key;
    return { isFirst: typed === '' };
  }
}
