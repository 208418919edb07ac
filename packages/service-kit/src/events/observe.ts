import { durationHistogram } from '../metrics.ts';
import type { Span } from '../telemetry.ts';

const LABELS = ['type', 'outcome'];
const handled = durationHistogram('event_handling_duration_seconds', 'Time to handle an event.', LABELS);

/** Records the handling of events that began together. @param startedAt time of `performance.now()` */
export function observeHandling(
  events: readonly { type: string }[],
  outcome: string,
  startedAt: number,
  span?: Span,
): void {
  const seconds = (performance.now() - startedAt) / 1000;
  for (const { type } of events) handled.observe({ type, outcome }, seconds, span);
}
