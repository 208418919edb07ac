import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { retainHistoryJob } from '@commerce/service-kit/jobs/history.ts';
import { rpcService, service } from '@commerce/service-kit/process/service.ts';
import { callers, sources } from './callers.ts';
import { connectClients } from './clients.ts';
import { settings } from './config.ts';
import { openDeps, type Deps } from './deps.ts';
import { catalogEvents } from './events/consume/catalog.ts';
import { ordersEvents } from './events/consume/orders.ts';
import { expireReservationsJob } from './jobs/expire-reservations.ts';
import * as rpc from './rpc/index.ts';
import { movementPartitions } from './store/movement.ts';

export default service({
  name: 'inventory',
  settings,
  callers,
  migrations: new URL('../migrations/', import.meta.url),
  clients: connectClients,
  deps: openDeps,
  sources,
  consumers: (deps) => [catalogEvents(deps), ordersEvents(deps)],
  jobs: (deps, config) => [
    expireReservationsJob(deps),
    retainHistoryJob(movementPartitions(deps.db), deps.clock, config),
    deps.jobs.worker(),
  ],
  rpc: (deps: Deps) => [rpcService(InventoryServiceService, rpc, deps)],
});
