import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { gauge, gaugeBy } from '@commerce/service-kit/metrics.ts';
import type { Deps } from '../deps.ts';
import { deliveryCountMandatoryOpen } from '../store/delivery-log.ts';
import { deliveryObserveDue } from '../store/delivery-queue.ts';
import { endpointListFailing } from '../store/endpoint-health.ts';

const EVERY_MS = 5_000;
/** Endpoints that have their own series. */
const MAX_SERIES = 20;

/** Measures the queue and the endpoints for /metrics. */
export function observeQueueJob({ db, clock }: Pick<Deps, 'db' | 'clock'>): IntervalJob {
  let queue = { waiting: 0, ageMs: 0, mandatoryOpen: 0, failingTotal: 0 };
  let failing: [appId: string, forSeconds: number][] = [];
  gauge('webhook_due_deliveries', 'Deliveries that are due at active endpoints.', () => queue.waiting);
  gauge(
    'webhook_queue_age_seconds',
    'Time for which the oldest of them has been due.',
    () => queue.ageMs / 1000,
  );
  gauge(
    'webhook_mandatory_open',
    'Mandatory events that an app has not answered with 2xx, in any delivery.',
    () => queue.mandatoryOpen,
  );
  gauge('webhook_failing_endpoints', 'Endpoints whose last attempt failed.', () => queue.failingTotal);
  gaugeBy(
    'webhook_endpoint_failing_seconds',
    `Time for which each of the ${MAX_SERIES} longest failing endpoints has been failing.`,
    'app_id',
    () => failing,
  );
  return {
    name: 'observe deliveries',
    everyMs: EVERY_MS,
    async run() {
      const nowMs = clock.now();
      const [{ waiting, oldestMs = nowMs }, endpoints, mandatoryOpen] = await Promise.all([
        deliveryObserveDue(db, nowMs),
        endpointListFailing(db, MAX_SERIES),
        deliveryCountMandatoryOpen(db),
      ]);
      queue = { waiting, ageMs: nowMs - oldestMs, mandatoryOpen, failingTotal: endpoints.total };
      failing = endpoints.failing.map(({ appId, sinceMs }) => [appId, (nowMs - sinceMs) / 1000]);
    },
  };
}
