import { Fault } from '@commerce/service-kit/fault.ts';

/**
 * Limits how many password hashes run at a time. Each takes 19 MiB and a thread that signatures need too: a flood of sign-ins
 * must not hold up the tokens.
 */
export class PasswordGate {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs the work when it is its turn.
   * @throws Fault `unavailable` when too many wait already
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#maxRunning) await this.#turn();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // While others wait, the slot goes to the next one and is not released.
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#queue.length >= this.#maxWaiting) {
      throw new Fault('unavailable', 'Too many people sign in at the moment.', {
        cause: 'password gate is full',
      });
    }
    return new Promise((resolve) => this.#queue.push(resolve));
  }
}
