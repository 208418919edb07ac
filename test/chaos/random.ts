import { randomFrom } from '@commerce/service-kit/testing/random.ts';

/** A source of pseudo-random choices. Each part of a campaign has its own, so that none depends on the order of the others. */
export class Choices {
  /** From 0 to below 1. */
  readonly number: () => number;

  constructor(seed: number, name: string) {
    let hash = seed | 0;
    for (const char of name) hash = (Math.imul(hash, 31) + char.codePointAt(0)!) | 0;
    this.number = randomFrom(hash);
  }

  between(min: number, max: number): number {
    return min + Math.floor(this.number() * (max - min + 1));
  }

  oneOf<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)]!;
  }
}
