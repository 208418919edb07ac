import { SeedSize, StartSeedRequest, StartSeedResponse } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { SEED_STORE } from '../domain/sandbox/seed-job.ts';
import { seedPlan, seedTotal } from '../domain/sandbox/seed-plan.ts';
import { lastSeed, requireIdle } from '../use-cases/sandbox/last-seed.ts';

export const startSeed =
  (deps: Deps): Handler<StartSeedRequest, StartSeedResponse> =>
  (ctx, request) =>
    deps.writer.write(ctx, StartSeedResponse, async (unit) => {
      const storeId = storeOf(ctx);
      // The store's clock is locked, so that of two starts the second finds the first.
      await deps.stamp(unit, storeId);
      const last = await lastSeed(deps, storeId);
      requireIdle(last);
      const size = request.size === SeedSize.UNSPECIFIED ? (last?.size ?? SeedSize.NONE) : request.size;
      const job = StartSeedRequest.encode({ size }).finish();
      await deps.jobs.start(unit, ctx, SEED_STORE, job, seedTotal(seedPlan(size)));
      return {};
    });
