import { counter, durationHistogram } from '@commerce/service-kit/metrics.ts';

/** What an attempt has made of its delivery. */
export type Outcome = 'delivered' | 'retrying' | 'dead' | 'cancelled' | 'pending';

const attempts = counter('webhook_attempts_total', 'Attempts, by what each has made of its delivery.', [
  'outcome',
]);
const durations = durationHistogram('webhook_attempt_duration_seconds', 'Time an attempt took.', ['result']);

/** Counts an attempt. */
export function observeAttempt(outcome: Outcome, durationMs: number): void {
  attempts.inc({ outcome });
  durations.observe({ result: outcome === 'delivered' ? 'success' : 'failure' }, durationMs / 1000);
}
