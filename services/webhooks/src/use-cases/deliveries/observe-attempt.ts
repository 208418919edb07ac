import { counter, durationHistogram } from '@commerce/service-kit/metrics.ts';

/** State of the delivery after an attempt. */
export type Outcome = 'delivered' | 'retrying' | 'dead' | 'cancelled' | 'pending';

const attempts = counter('webhook_attempts_total', 'Attempts, by the state of the delivery after each.', [
  'outcome',
]);
const durations = durationHistogram('webhook_attempt_duration_seconds', 'Duration of attempts.', ['result']);

/** Counts an attempt. */
export function observeAttempt(outcome: Outcome, durationMs: number): void {
  attempts.inc({ outcome });
  durations.observe({ result: outcome === 'delivered' ? 'success' : 'failure' }, durationMs / 1000);
}
