import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { rpcService, service } from '@commerce/service-kit/process/service.ts';
import { callers, sources } from './callers.ts';
import { connectClients } from './clients.ts';
import { settings } from './config.ts';
import { openDeps, type Deps } from './deps.ts';
import { pricingEvents } from './events/consume/pricing.ts';
import { copyImagesJob } from './jobs/copy-images.ts';
import { deleteUnusedImagesJob } from './jobs/delete-unused-images.ts';
import { expireImportsJob } from './jobs/expire-imports.ts';
import * as rpc from './rpc/index.ts';

export default service({
  name: 'catalog',
  settings,
  callers,
  migrations: new URL('../migrations/', import.meta.url),
  clients: connectClients,
  deps: openDeps,
  sources,
  consumers: (deps) => [pricingEvents(deps)],
  jobs: (deps) => [
    deps.jobs.worker(),
    expireImportsJob(deps),
    copyImagesJob(deps),
    deleteUnusedImagesJob(deps),
  ],
  rpc: (deps: Deps) => [rpcService(CatalogServiceService, rpc, deps)],
});
