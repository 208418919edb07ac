import type { IdPrefix } from '@commerce/service-kit/ids.ts';

/** 32-bit hash of a string: FNV-1a with the finalizer of MurmurHash3. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Pseudo-random generator (mulberry32): the same seed gives the same numbers on every machine. */
export class Rng {
  #state: number;

  constructor(seed: string) {
    this.#state = hashOf(seed);
  }

  /** 32 random bits, as a whole number from 0. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  float(): number {
    return this.next() / 2 ** 32;
  }

  /** A whole number from 0 (inclusive) to `count` (exclusive). */
  below(count: number): number {
    return Math.floor(this.float() * count);
  }

  /** A whole number from `low` to `high`, inclusive. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True with that probability. */
  chance(probability: number): boolean {
    return this.float() < probability;
  }

  /** An element of a non-empty list. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** Up to `count` adjacent elements of a list. */
  some<T>(items: readonly T[], count: number): T[] {
    const start = this.below(Math.max(1, items.length - count + 1));
    return items.slice(start, start + count);
  }

  /** A random key, each with its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let rest = this.float() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    return (entries.find(([, weight]) => (rest -= weight) < 0) ?? entries[0]!)[0];
  }

  /** Decimal digits. */
  digits(length: number): string {
    return Array.from({ length }, () => this.below(10)).join('');
  }
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** Digits of TypeID's base32. */
function digitsOf(value: number, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest = Math.floor(rest / 32))
    digits = CROCKFORD.charAt(rest % 32) + digits;
  return digits;
}

/**
 * The TypeID of a UUIDv7 of that time. The counter (up to 4095) replaces the 12 bits after the time, so
 * that ids of the same millisecond sort by it.
 */
export function typeIdAt(prefix: IdPrefix, timeMs: number, counter: number, rng: Rng): string {
  // 48 bits of the time, 4 of the version, 12 of the counter, 2 of the variant, 62 random ones.
  const head = 0x70000 + counter * 16 + 8 + rng.below(4);
  const tail = digitsOf(rng.next(), 6) + digitsOf(rng.next(), 6);
  return `${prefix}_${digitsOf(timeMs, 10)}${digitsOf(head, 4)}${tail}`;
}
