import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { Fault } from '../fault.ts';
import { counter, gaugeBy } from '../metrics.ts';
import { within } from '../own-time.ts';

/** A call that takes longer than this triggers a health check of its upstream, repeated at the same interval. */
const SUSPECT_AFTER_MS = 300;
/** Time limit of the health check, in ms of this process's own time. */
const CHECK_MS = 1_000;
/** Interval of health checks while the circuit is open. */
const RECHECK_MS = 200;

const circuits = new Set<Circuit>();
gaugeBy(
  'rpc_client_circuit_open',
  'Whether calls to the upstream are refused immediately (1) or made (0).',
  'upstream',
  () => [...circuits].map((circuit) => [circuit.upstream, circuit.isOpen ? 1 : 0]),
);
const rejected = counter(
  'rpc_client_circuit_rejected_total',
  'Calls refused or canceled by an open circuit.',
  ['upstream'],
);

/** A call that the circuit watches. */
export interface WatchedCall {
  /** True if the circuit opened during the call and canceled it. */
  readonly wasCut: boolean;
  /** Reports the end of the call. @param failed whether it timed out or did not reach the upstream */
  end(failed: boolean): void;
}

/**
 * Circuit breaker of one upstream. A call that fails to reach the upstream, times out or is slow triggers a
 * health check; without an answer the circuit opens. While it is open, new calls are refused immediately,
 * running calls are canceled, and health checks, never user calls, decide when it closes. A slow method of a
 * healthy upstream does not open the circuit.
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
   * @param checkHealth rejects when the upstream is unavailable; needs no timeout of its own
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

  /** Refusal of a call while the circuit is open. */
  refusal(): Fault {
    rejected.inc({ upstream: this.upstream });
    return new Fault('unavailable', 'The service is not available at the moment.', {
      cause: `the circuit to ${this.upstream} is open`,
    });
  }

  /** Watches a new call. @param cut cancels the call */
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

  /** Starts a health check unless one is running. */
  #suspect(): void {
    if (this.#checking || this.isOpen) return;
    void this.#check();
  }

  async #check(): Promise<void> {
    this.#checking = true;
    await this.#policy.execute(() => within(this.#checkHealth(), CHECK_MS)).catch(() => undefined);
    this.#checking = false;
    if (this.isOpen && !this.#closed)
      this.#recheck = setTimeout(() => void this.#check(), RECHECK_MS).unref();
  }

  #cutOff(): void {
    for (const cut of this.#cuts) cut();
  }
}
