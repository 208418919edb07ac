import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { rpcService, service } from '@commerce/service-kit/process/service.ts';
import { callers, sources } from './callers.ts';
import { connectClients } from './clients.ts';
import { settings } from './config.ts';
import { openDeps, type Deps } from './deps.ts';
import { catalogEvents } from './events/consume/catalog.ts';
import * as rpc from './rpc/index.ts';

export default service({
  name: 'pricing',
  settings,
  callers,
  migrations: new URL('../migrations/', import.meta.url),
  clients: connectClients,
  deps: openDeps,
  sources,
  consumers: (deps) => [catalogEvents(deps)],
  jobs: ({ jobs }) => [jobs.worker()],
  rpc: (deps: Deps) => [rpcService(PricingServiceService, rpc, deps)],
});
