import { AdmissionServiceService } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { AppsServiceService } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { DeskServiceService } from '@commerce/proto/commerce/auth/v1/desk.ts';
import { InstallationsServiceService } from '@commerce/proto/commerce/auth/v1/installations.ts';
import {
  InstallationServiceService,
  OAuthServiceService,
  OperationsServiceService,
  SessionsServiceService,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { PeopleServiceService } from '@commerce/proto/commerce/auth/v1/people.ts';
import { StoreAppsServiceService } from '@commerce/proto/commerce/auth/v1/store_apps.ts';
import { StoresServiceService } from '@commerce/proto/commerce/auth/v1/stores.ts';
import { TeamServiceService } from '@commerce/proto/commerce/auth/v1/team.ts';
import { rpcService, service } from '@commerce/service-kit/process/service.ts';
import { callers } from './callers.ts';
import { settings } from './config.ts';
import { openDeps, type Deps } from './deps.ts';
import { ACTIVITY_MS, recordActivity } from './jobs/record-activity.ts';
import { redactStores } from './jobs/redact-stores.ts';
import { removeExpired } from './jobs/remove-expired.ts';
import * as rpc from './rpc/index.ts';
import { maintainSigningKeys } from './signing/rotate.ts';
import { EXPIRING, EXPIRING_LIMITS, SHORT_LIVED } from './store/expired-delete.ts';

export default service({
  name: 'auth',
  settings,
  callers,
  migrations: new URL('../migrations/', import.meta.url),
  shortLived: {
    name: 'limits',
    url: ({ LIMITS_DATABASE_URL }) => LIMITS_DATABASE_URL,
    migrations: new URL('../migrations/limits/', import.meta.url),
  },
  clients: () => undefined,
  deps: openDeps,
  jobs: (deps) => [
    {
      name: 'signing keys',
      everyMs: 60_000,
      run: () => maintainSigningKeys(deps, deps.rules.rotation),
    },
    { name: 'record activity', everyMs: ACTIVITY_MS, run: () => recordActivity(deps) },
    { name: 'redact stores', everyMs: 60_000, run: () => redactStores(deps) },
    {
      name: 'remove short-lived',
      everyMs: 10_000,
      run: () => removeExpired(deps.database, deps.clock, SHORT_LIVED),
    },
    {
      name: 'remove expired',
      everyMs: 300_000,
      run: async () => {
        await removeExpired(deps.database, deps.clock, EXPIRING);
        await removeExpired(deps.limits, deps.clock, EXPIRING_LIMITS);
      },
    },
    deps.sendMails,
  ],
  rpc: (deps: Deps) => [
    rpcService(AdmissionServiceService, rpc, deps),
    rpcService(InstallationsServiceService, rpc, deps),
    rpcService(StoresServiceService, rpc, deps),
    rpcService(OAuthServiceService, rpc, deps),
    rpcService(SessionsServiceService, rpc, deps),
    rpcService(InstallationServiceService, rpc, deps),
    rpcService(OperationsServiceService, rpc, deps),
    rpcService(AppsServiceService, rpc, deps),
    rpcService(DeskServiceService, rpc, deps),
    rpcService(PeopleServiceService, rpc, deps),
    rpcService(TeamServiceService, rpc, deps),
    rpcService(StoreAppsServiceService, rpc, deps),
  ],
});
