/** Maximum time between two keys of a scanner. People need at least twice as long. */
const MAX_GAP_MS = 50;
/** Minimum pause before a scan. A burst that follows typing sooner belongs to it, such as a scan that hesitated. */
const PAUSE_MS = 300;
/** Minimum length of a code. Shorter bursts may be two keys hit at once. */
const MIN_LENGTH = 4;

/** Interpretation of a key. */
export interface KeyReading {
  /** True when it may be the first key of a scan. */
  isFirst: boolean;
  /** Code of the scan that the key completes. */
  code?: string;
}

/** Distinguishes scans from typing by time: a scanner types its code without a pause, with Enter at the end. */
export class ScanDetector {
  #typed = '';
  #lastMs = Number.NEGATIVE_INFINITY;
  /** True when the burst continues earlier typing. */
  #isTail = false;

  /** Processes a key. @param atMs time of the key press, on any monotonic clock */
  read(key: string, atMs: number): KeyReading {
    // A scanner holds Shift for capital letters.
    if (key === 'Shift') return { isFirst: false };
    const gapMs = atMs - this.#lastMs;
    const typed = gapMs <= MAX_GAP_MS ? this.#typed : '';
    if (typed === '') this.#isTail = gapMs < PAUSE_MS;
    this.#typed = '';
    this.#lastMs = atMs;
    if (key === 'Enter') {
      // The next scan may follow immediately.
      this.#lastMs = Number.NEGATIVE_INFINITY;
      return { isFirst: false, ...(typed.length >= MIN_LENGTH && !this.#isTail && { code: typed }) };
    }
    if (key.length !== 1) return { isFirst: false };
    this.#typed = typed + key;
    return { isFirst: typed === '' };
  }
}
