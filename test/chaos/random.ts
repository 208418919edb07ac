/** A source of pseudo-random choices (mulberry32). Each part of a campaign has its own, so that none depends on the order of the others. */
export class Choices {
  #state: number;

  constructor(seed: number, name: string) {
    let hash = seed | 0;
    for (const char of name) hash = (Math.imul(hash, 31) + char.codePointAt(0)!) | 0;
    this.#state = hash;
  }

  /** From 0 to below 1. */
  number(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(min: number, max: number): number {
    return min + Math.floor(this.number() * (max - min + 1));
  }

  oneOf<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!;
  }
}
