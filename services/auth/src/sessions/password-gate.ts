import { Fault } from '@commerce/service-kit/fault.ts';

/**
 * Lets a few through at a time. Each password costs 19 MiB and a thread that signatures need too: a flood of sign-ins must
 * not hold up the tokens.
 */
export class PasswordGate {
  readonly #running: number;
  readonly #waiting: number;
  readonly #queue: (() => void)[] = [];
  #busy = 0;

  constructor(running: number, waiting: number) {
    this.#running = running;
    this.#waiting = waiting;
  }

  /**
   * Runs the work when it is its turn.
   * @throws Fault `unavailable` when too many wait already
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#running) await this.#turn();
    else this.#busy += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, not given back, while somebody waits.
      const next = this.#queue.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#queue.length >= this.#waiting) {
      throw new Fault('unavailable', 'Too many people sign in at the moment.', {
        cause: 'password gate is full',
      });
    }
    return new Promise((resolve) => this.#queue.push(resolve));
  }
}
