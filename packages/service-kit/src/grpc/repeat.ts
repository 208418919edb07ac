import { FAILURES, Fault } from '../fault.ts';
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
 * Repeats calls of an upstream: round robin sends the two repetitions to different replicas, of which only one may be hanging. At most a tenth
 * of the calls that succeed are repeated, so that repetitions do not add to an overload.
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

/** The first response or refusal of several attempts at a call; without any, the first failure. */
export async function firstOf(attempts: Promise<unknown>[]): Promise<unknown> {
  const decisions = attempts.map((attempt) =>
    attempt.then(
      (response) => () => response,
      (fault: Fault) => {
        if (!isRefusal(fault)) throw fault;
        return () => {
          throw fault;
        };
      },
    ),
  );
  const decision = await Promise.any(decisions).catch(({ errors }: AggregateError) => {
    throw errors[0];
  });
  return decision();
}

/** Reports whether a service has refused a call, rather than failed, and not because another attempt is running. */
const isRefusal = ({ code, details }: Fault): boolean =>
  !FAILURES.has(code) && details[0]?.reason !== 'idempotency_in_progress';
