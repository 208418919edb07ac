import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { rpcService, service } from '@commerce/service-kit/process/service.ts';
import { callers } from './callers.ts';
import { connectClients } from './clients.ts';
import { settings } from './config.ts';
import { openDeps, type Deps } from './deps.ts';
import { advanceErasuresJob } from './jobs/advance-erasures.ts';
import * as rpc from './rpc/index.ts';

export default service({
  name: 'customers',
  settings,
  callers,
  migrations: new URL('../migrations/', import.meta.url),
  clients: connectClients,
  deps: openDeps,
  jobs: (deps) => [advanceErasuresJob(deps)],
  rpc: (deps: Deps) => [rpcService(CustomersServiceService, rpc, deps)],
});
