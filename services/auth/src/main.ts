import { AdmissionServiceService } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { AppsServiceService } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { OAuthServiceService } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { PeopleServiceService } from '@commerce/proto/commerce/auth/v1/people.ts';
import { PlatformServiceService } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { rpcService, service } from '@commerce/service-kit/process/service.ts';
import { callers } from './callers.ts';
import { settings } from './config.ts';
import { openDeps, type Deps } from './deps.ts';
import { maintainSigningKeysJob } from './jobs/maintain-signing-keys.ts';
import { publishSuspensionsJob } from './jobs/publish-suspensions.ts';
import { recordActivityJob } from './jobs/record-activity.ts';
import { redactStoresJob } from './jobs/redact-stores.ts';
import { removeExpiredJob, removeShortLivedJob } from './jobs/remove-expired.ts';
import { sendMailsJob } from './jobs/send-mails.ts';
import * as rpc from './rpc/index.ts';

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
    maintainSigningKeysJob(deps),
    publishSuspensionsJob(deps),
    recordActivityJob(deps),
    redactStoresJob(deps),
    removeShortLivedJob(deps),
    removeExpiredJob(deps),
    sendMailsJob(deps),
  ],
  rpc: (deps: Deps) => [
    rpcService(AdmissionServiceService, rpc, deps),
    rpcService(OAuthServiceService, rpc, deps),
    rpcService(PeopleServiceService, rpc, deps),
    rpcService(AppsServiceService, rpc, deps),
    rpcService(PlatformServiceService, rpc, deps),
  ],
});
