import { BuyersServiceService } from '@commerce/proto/commerce/orders/v1/buyers.ts';
import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { RegistersServiceService } from '@commerce/proto/commerce/orders/v1/registers.ts';
import { SandboxServiceService } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { TillServiceService } from '@commerce/proto/commerce/orders/v1/till.ts';
import { retainHistoryJob } from '@commerce/service-kit/jobs/history.ts';
import { rpcService, service } from '@commerce/service-kit/process/service.ts';
import { callers, sources } from './callers.ts';
import { connectClients } from './clients.ts';
import { settings } from './config.ts';
import { openDeps, type Deps } from './deps.ts';
import { catalogEvents } from './events/consume/catalog.ts';
import { expireOrdersJob } from './jobs/expire-orders.ts';
import { finishDraftsJob } from './jobs/finish-drafts.ts';
import * as rpc from './rpc/index.ts';
import { historyPartitions } from './store/order-event.ts';

export default service({
  name: 'orders',
  settings,
  callers,
  migrations: new URL('../migrations/', import.meta.url),
  clients: connectClients,
  deps: openDeps,
  sources,
  consumers: (deps) => [catalogEvents(deps)],
  jobs: (deps, config) => [
    finishDraftsJob(deps),
    expireOrdersJob(deps),
    retainHistoryJob(historyPartitions(deps.db), deps.clock, config),
    deps.jobs.worker(),
  ],
  rpc: (deps: Deps) => [
    rpcService(BuyersServiceService, rpc, deps),
    rpcService(OrdersServiceService, rpc, deps),
    rpcService(RegistersServiceService, rpc, deps),
    rpcService(SandboxServiceService, rpc, deps),
    rpcService(TillServiceService, rpc, deps),
  ],
});
