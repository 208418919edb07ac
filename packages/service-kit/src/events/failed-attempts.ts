/** Failed attempts of an event. */
interface Attempts {
  attempts: number;
  firstAt: Date;
}

/** Failed attempts at events in this process, by stream sequence. */
export class FailedAttempts {
  readonly #bySequence = new Map<number, Attempts>();
  readonly #max: number;

  /** @param max number of events; beyond it the oldest is forgotten, because another process may have handled it */
  constructor(max: number) {
    this.#max = max;
  }

  of(sequence: number): Attempts {
    return this.#bySequence.get(sequence) ?? { attempts: 0, firstAt: new Date() };
  }

  /** Counts one more attempt. */
  add(sequence: number): void {
    const { attempts, firstAt } = this.of(sequence);
    this.#bySequence.set(sequence, { attempts: attempts + 1, firstAt });
    if (this.#bySequence.size > this.#max) this.forget(this.#bySequence.keys().next().value!);
  }

  forget(sequence: number): void {
    this.#bySequence.delete(sequence);
  }

  clear(): void {
    this.#bySequence.clear();
  }
}
