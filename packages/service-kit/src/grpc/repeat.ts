import { Fault } from '../fault.ts';
import { counter } from '../metrics.ts';

/** Calls that a channel repeats before any has succeeded again: those of the time in which pings find a hanging replica. */
const MAX_REPEATS = 50;
const REPEATS_PER_SUCCESS = 0.1;

const repeated = counter(
  'rpc_client_repeated_total',
  'Calls made again at two replicas, because one did not answer or was lost.',
  ['upstream'],
);

/** Failure without an answer, which another replica may give: of a call with a time limit, or with an idempotency key. */
export class Unanswered extends Fault {}

/**
 * Repeats calls of an upstream: round robin sends the two repetitions to different replicas, of which only one may be hanging. Repeated are
 * at most a tenth of the successful calls, so that they do not add to an overload.
 */
export class Repeats {
  readonly #upstream: string;
  #tokens = MAX_REPEATS;

  /** @param upstream label of the metric */
  constructor(upstream: string) {
    this.#upstream = upstream;
  }

  /** Repeats a call that was not answered. @returns undefined when too many were repeated */
  take(send: () => Promise<unknown>): Promise<unknown>[] | undefined {
    if (this.#tokens < 1) return undefined;
    this.#tokens -= 1;
    repeated.inc({ upstream: this.#upstream });
    return [send(), send()];
  }

  /** Counts a successful call. */
  earn(): void {
    this.#tokens = Math.min(MAX_REPEATS, this.#tokens + REPEATS_PER_SUCCESS);
  }
}

/** The first response of several attempts at a call; without any, the refusal of the service, or the first failure. */
export const firstOf = (attempts: Promise<unknown>[]): Promise<unknown> =>
  Promise.any(attempts).catch(({ errors }: AggregateError) => {
    const faults = errors as Fault[];
    return Promise.reject(faults.find(isDecision) ?? faults[0]!);
  });

/** Reports whether a service has decided about a call, rather than failed, or refused it while another attempt was running. */
const isDecision = ({ code, details }: Fault): boolean =>
  code !== 'unavailable' && code !== 'timeout' && details[0]?.reason !== 'idempotency_in_progress';
