import { ApiRequestsServiceService } from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import { DeliveriesServiceService } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { FeedServiceService } from '@commerce/proto/commerce/webhooks/v1/feed.ts';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { eventVersions, type EventVersions } from '@commerce/public-api/events/versions.ts';
import { rpcService, service } from '@commerce/service-kit/process/service.ts';
import { callers, sources } from './callers.ts';
import { connectClients } from './clients/index.ts';
import { settings } from './config.ts';
import { openDeps, type Deps } from './deps.ts';
import { publicEvents } from './events/consume/public-events.ts';
import { aggregateHoursJob } from './jobs/aggregate-hours.ts';
import { observeQueueJob } from './jobs/observe-queue.ts';
import { retainDaysJob } from './jobs/retain-days.ts';
import { sendMailsJob } from './jobs/send-mails.ts';
import * as rpc from './rpc/index.ts';

/** The process with a registry of versions; tests have one more than the product. */
export const webhooksService = (versions: EventVersions) =>
  service({
    name: 'webhooks',
    settings,
    callers,
    migrations: new URL('../migrations/', import.meta.url),
    clients: connectClients,
    deps: (parts) => openDeps(parts, versions),
    sources,
    consumers: (deps) => publicEvents(deps),
    jobs: (deps) => [
      retainDaysJob(deps),
      aggregateHoursJob(deps),
      observeQueueJob(deps),
      deps.jobs.worker(),
      sendMailsJob(deps),
    ],
    workers: ({ dispatcher }) => [
      { name: 'deliveries', start: () => dispatcher.start(), stop: () => dispatcher.stop() },
    ],
    rpc: (deps: Deps) => [
      rpcService(WebhooksServiceService, rpc, deps),
      rpcService(DeliveriesServiceService, rpc, deps),
      rpcService(FeedServiceService, rpc, deps),
      rpcService(ApiRequestsServiceService, rpc, deps),
    ],
  });

export default webhooksService(eventVersions);
