import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { gauge, gaugeBy } from '@commerce/service-kit/metrics.ts';
import { deliveryCountMandatoryOpen, endpointListFailing, queueObserve } from '../store/queue-observe.ts';

const EVERY_MS = 5_000;
/** Most endpoints that have a series of their own. */
const SHOWN_ENDPOINTS = 20;

/** Reads how the queue and the endpoints are, for /metrics. */
export function observeQueue(db: Database, clock: Clock): IntervalJob {
  let queue = { waiting: 0, oldestMs: 0, mandatoryOpen: 0, failingTotal: 0 };
  let failing: [appId: string, forSeconds: number][] = [];
  gauge('webhook_due_deliveries', 'Deliveries that are due at active endpoints.', () => queue.waiting);
  gauge(
    'webhook_queue_age_seconds',
    'How long the oldest of them has been due.',
    () => queue.oldestMs / 1000,
  );
  gauge(
    'webhook_mandatory_open',
    'Mandatory events that an app has not answered with 2xx, in any delivery.',
    () => queue.mandatoryOpen,
  );
  gauge('webhook_failing_endpoints', 'Endpoints whose last attempt failed.', () => queue.failingTotal);
  gaugeBy(
    'webhook_endpoint_failing_seconds',
    `How long each of the ${SHOWN_ENDPOINTS} endpoints that have failed for longest has failed.`,
    'app_id',
    () => failing,
  );
  return {
    name: 'observe deliveries',
    everyMs: EVERY_MS,
    async run() {
      const nowMs = clock.now();
      const [{ waiting, oldest }, endpoints, mandatoryOpen] = await Promise.all([
        queueObserve(db, nowMs),
        endpointListFailing(db, SHOWN_ENDPOINTS),
        deliveryCountMandatoryOpen(db),
      ]);
      const oldestMs = oldest === null ? 0 : nowMs - oldest.getTime();
      queue = { waiting, oldestMs, mandatoryOpen, failingTotal: endpoints[0]?.total ?? 0 };
      failing = endpoints.map(({ app_id, first_failure_at }) => [
        app_id,
        (nowMs - first_failure_at.getTime()) / 1000,
      ]);
    },
  };
}
