import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { gauge, gaugeBy } from '@commerce/service-kit/metrics.ts';
import type { Deps } from '../deps.ts';
import { deliveryCountMandatoryOpen } from '../store/delivery-log.ts';
import { deliveryObserveDue } from '../store/delivery-queue.ts';
import { endpointListFailing } from '../store/endpoint-health.ts';

const EVERY_MS = 5_000;
/** Endpoints that have their own series. */
const MAX_SERIES = 20;

interface Queue {
  waiting: number;
  ageS: number;
  mandatoryOpen: number;
  failingTotal: number;
  failing: [appId: string, forSeconds: number][];
}

async function observe(db: Queryable, nowMs: number): Promise<Queue> {
  const [{ waiting, oldestMs = nowMs }, endpoints, mandatoryOpen] = await Promise.all([
    deliveryObserveDue(db, nowMs),
    endpointListFailing(db, MAX_SERIES),
    deliveryCountMandatoryOpen(db),
  ]);
  const ageS = (nowMs - oldestMs) / 1000;
  const failing = endpoints.failing.map(({ appId, sinceMs }): [string, number] => [
    appId,
    (nowMs - sinceMs) / 1000,
  ]);
  return { waiting, ageS, mandatoryOpen, failingTotal: endpoints.total, failing };
}

/** Measures the queue and the endpoints for /metrics. */
export function observeQueueJob({ db, clock }: Pick<Deps, 'db' | 'clock'>): IntervalJob {
  let queue: Queue | undefined;
  gauge(
    'webhook_due_deliveries',
    'Deliveries that are due at healthy endpoints, counted up to 10,000.',
    () => queue?.waiting,
  );
  gauge(
    'webhook_queue_age_seconds',
    'Time for which the oldest delivery has been due at a healthy endpoint.',
    () => queue?.ageS,
  );
  gauge(
    'webhook_mandatory_open',
    'Mandatory events that an app has not answered with 2xx, in any delivery.',
    () => queue?.mandatoryOpen,
  );
  gauge('webhook_failing_endpoints', 'Endpoints whose last attempt failed.', () => queue?.failingTotal);
  gaugeBy(
    'webhook_endpoint_failing_seconds',
    `Time for which each of the ${MAX_SERIES} longest failing endpoints has been failing.`,
    'app_id',
    () => queue?.failing ?? [],
  );
  return {
    name: 'observe deliveries',
    everyMs: EVERY_MS,
    async run() {
      try {
        queue = await observe(db, clock.now());
      } catch (error) {
        // Absent metrics are noticed, old values are not.
        queue = undefined;
        throw error;
      }
    },
  };
}
