/** Mixes 32 bits well (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** 32-bit hash of a string (FNV-1a, mixed). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mix(hash);
}

/** A seeded pseudo-random generator (sfc32): the same seed gives the same numbers on every machine. */
export class Rng {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(a: number, b: number, c: number) {
    this.a = a | 0;
    this.b = b | 0;
    this.c = c | 0;
    // Fewer than sfc32's usual twelve rounds: the seeds are already well mixed.
    for (let round = 0; round < 4; round++) this.next();
  }

  /** 32 random bits, as a whole number from 0. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  float(): number {
    return this.next() / 4294967296;
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
    return items[this.below(items.length)] as T;
  }

  /** A random index, weighted by the given weights. */
  weighted(weights: readonly number[]): number {
    let rest = this.float() * weights.reduce((sum, weight) => sum + weight, 0);
    for (let index = 0; index < weights.length - 1; index++) {
      rest -= weights[index] as number;
      if (rest < 0) return index;
    }
    return weights.length - 1;
  }
}

/** Gives each index a separate generator, so that any entity can be created without those before it. */
export type Stream = (index: number) => Rng;

/** The stream of a name under a seed; streams of different names are independent. */
export function makeStream(seed: string, name: string): Stream {
  const base = hashText(`${seed}/${name}`);
  const other = hashText(`${name}/${seed}`);
  return (index) =>
    new Rng(mix(base ^ mix(index + 1)), mix(other + index), base ^ Math.imul(index, 0x9e3779b1));
}
