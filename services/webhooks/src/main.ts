import { DeliveriesServiceService } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { FeedServiceService } from '@commerce/proto/commerce/webhooks/v1/feed.ts';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { rpcService, service } from '@commerce/service-kit/process/service.ts';
import { callers } from './callers.ts';
import { connectClients } from './clients/connect.ts';
import { settings } from './config.ts';
import { openDeps, type Deps } from './deps.ts';
import { subscriptions } from './events/consume/all.ts';
import { keepDaysJob } from './jobs/keep-days.ts';
import { observeQueue } from './jobs/observe-queue.ts';
import { sumUpHoursJob } from './jobs/sum-up-hours.ts';
import * as rpc from './rpc/index.ts';
import { FanOut } from './use-cases/fan-out.ts';

export default service({
  name: 'webhooks',
  settings,
  callers,
  migrations: new URL('../migrations/', import.meta.url),
  clients: connectClients,
  deps: openDeps,
  consumers: (deps) => subscriptions(new FanOut(deps)),
  jobs: ({ db, clock, partitions, jobs, sendMails }) => [
    keepDaysJob({ db, clock, partitions }),
    sumUpHoursJob(db, clock),
    observeQueue(db, clock),
    jobs.worker(),
    sendMails,
  ],
  workers: ({ dispatcher }) => [
    { name: 'deliveries', start: () => dispatcher.start(), stop: () => dispatcher.stop() },
  ],
  rpc: (deps: Deps) => [
    rpcService(WebhooksServiceService, rpc, deps),
    rpcService(DeliveriesServiceService, rpc, deps),
    rpcService(FeedServiceService, rpc, deps),
  ],
});
