import { counter, durationHistogram } from '@commerce/service-kit/metrics.ts';
import type { DeliveryStateName } from '../../domain/delivery-state.ts';

const attempts = counter('webhook_attempts_total', 'Attempts, by the state of the delivery after each.', [
  'outcome',
]);
const durations = durationHistogram('webhook_attempt_duration_seconds', 'Duration of attempts.', ['result']);

/** Counts an attempt. @param outcome the state of the delivery after it */
export function observeAttempt(outcome: DeliveryStateName, durationMs: number): void {
  attempts.inc({ outcome });
  durations.observe({ result: outcome === 'delivered' ? 'success' : 'failure' }, durationMs / 1000);
}
