/** Failed attempts of an event. */
interface Attempts {
  attempts: number;
  firstAt: Date;
}

/** Failed attempts at events in this process, by event id. */
export class FailedAttempts {
  readonly #byEvent = new Map<string, Attempts>();
  readonly #max: number;

  /** @param max number of events; beyond it the oldest is forgotten, because another process may have handled it */
  constructor(max: number) {
    this.#max = max;
  }

  of(eventId: string): Attempts {
    return this.#byEvent.get(eventId) ?? { attempts: 0, firstAt: new Date() };
  }

  /** Counts one more attempt. */
  add(eventId: string): void {
    const { attempts, firstAt } = this.of(eventId);
    this.#byEvent.set(eventId, { attempts: attempts + 1, firstAt });
    if (this.#byEvent.size > this.#max) this.forget(this.#byEvent.keys().next().value!);
  }

  forget(eventId: string): void {
    this.#byEvent.delete(eventId);
  }
}
