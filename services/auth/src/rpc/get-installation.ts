import type {
  GetInstallationRequest,
  GetInstallationResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { rateOf, requestsLeft } from '../domain/admission.ts';
import { installationFindWithUsage } from '../store/installation-read.ts';
import { rateBucketFindLevel } from '../store/rate-bucket.ts';

/** The calling installation: `GET /installation`. */
export const getInstallation =
  ({ db, limits, clock, rules }: Deps): Handler<GetInstallationRequest, GetInstallationResponse> =>
  async (ctx) => {
    const { kind, id } = ctx.actor;
    if (kind !== Actor_Kind.INSTALLATION) throw notFound();
    const [installation, level] = await Promise.all([
      installationFindWithUsage(db, storeOf(ctx), id),
      rateBucketFindLevel(limits, id),
    ]);
    if (installation === undefined) throw notFound();
    const { plan, storeName, scopes, installedApps } = installation;
    const rate = rateOf(rules.requestsPerMinute[plan]);
    return {
      installationId: id,
      storeId: storeOf(ctx),
      storeName,
      scopes,
      requestsPerMinute: Math.round(rules.requestsPerMinute[plan]),
      requestBurst: Math.floor(rate.burst),
      requestsRemaining: requestsLeft(rate, level, clock.now()),
      maxInstalledApps: rules.installedApps[plan],
      installedApps,
    };
  };
