import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { Fault } from '../fault.ts';
import { counter, gaugeBy } from '../metrics.ts';

/** A call that takes longer than this raises the question whether its upstream hangs; asked again as often. */
const SUSPECT_AFTER_MS = 300;
/** How long an upstream may take to answer the question: a second, counted in turns of a timer. */
const CHECK_TURN_MS = 100;
const CHECK_TURNS = 10;
/** How often an upstream that was found down is asked again. */
const RECHECK_MS = 200;

const circuits = new Set<Circuit>();
gaugeBy(
  'rpc_client_circuit_open',
  'Whether calls to the upstream are refused at once (1) or made (0).',
  'upstream',
  () => [...circuits].map((circuit) => [circuit.upstream, circuit.isOpen ? 1 : 0]),
);
const rejected = counter(
  'rpc_client_circuit_rejected_total',
  'Calls refused or cut off by an open circuit.',
  ['upstream'],
);

/** A call that the circuit watches. */
export interface WatchedCall {
  /** Whether the circuit opened during the call and cut it off. */
  readonly wasCut: boolean;
  /** Reports the end of the call. @param failed it timed out or did not reach the upstream */
  end(failed: boolean): void;
}

/**
 * The circuit breaker of one upstream. A call that fails to reach the upstream, times out or takes long makes it ask for the
 * upstream's health; no answer opens the circuit. While it is open, calls are refused at once, those under way are cut off, and
 * health checks, never the calls of users, find out when it can close again. A slow method of a healthy upstream opens nothing.
 */
export class Circuit {
  readonly upstream: string;
  readonly #checkHealth: () => Promise<void>;
  readonly #policy: CircuitBreakerPolicy;
  readonly #cuts = new Set<() => void>();
  #checking = false;
  #closed = false;
  #recheck: NodeJS.Timeout | undefined;

  /**
   * @param upstream label of the metrics
   * @param checkHealth rejects when the upstream is unavailable; it need not time out
   */
  constructor(upstream: string, checkHealth: () => Promise<void>) {
    this.upstream = upstream;
    this.#checkHealth = checkHealth;
    this.#policy = circuitBreaker(handleAll, { halfOpenAfter: 0, breaker: new ConsecutiveBreaker(1) });
    this.#policy.onBreak(() => this.#cutOff());
    circuits.add(this);
  }

  get isOpen(): boolean {
    return this.#policy.state !== CircuitState.Closed;
  }

  /** The refusal of a call while the circuit is open. */
  refusal(): Fault {
    rejected.inc({ upstream: this.upstream });
    return new Fault('unavailable', 'The service is not available at the moment.', {
      cause: `the circuit to ${this.upstream} is open`,
    });
  }

  /** Watches a call that begins. @param cut ends the call */
  watch(cut: () => void): WatchedCall {
    let wasCut = false;
    const timer = setTimeout(() => {
      this.#suspect();
      timer.refresh();
    }, SUSPECT_AFTER_MS);
    const cutOff = () => {
      wasCut = true;
      cut();
    };
    this.#cuts.add(cutOff);
    return {
      get wasCut() {
        return wasCut;
      },
      end: (failed) => {
        clearTimeout(timer);
        this.#cuts.delete(cutOff);
        if (failed && !wasCut) this.#suspect();
      },
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#recheck);
    circuits.delete(this);
  }

  /** Checks the upstream's health, unless that is under way. */
  #suspect(): void {
    if (this.#checking || this.isOpen) return;
    void this.#check();
  }

  async #check(): Promise<void> {
    this.#checking = true;
    await this.#policy.execute(() => withTimeout(this.#checkHealth())).catch(() => undefined);
    this.#checking = false;
    if (this.isOpen && !this.#closed)
      this.#recheck = setTimeout(() => void this.#check(), RECHECK_MS).unref();
  }

  #cutOff(): void {
    for (const cut of this.#cuts) cut();
  }
}

/** Ends the wait after so many turns of this process's own timer: on a machine that is busy as a whole it waits longer. */
async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    let turns = 0;
    timer = setInterval(() => {
      if (++turns === CHECK_TURNS) reject(new Error('no answer'));
    }, CHECK_TURN_MS).unref();
  });
  await Promise.race([work, timeout]).finally(() => clearInterval(timer));
}
