import {
  SeedSize,
  SeedState,
  type GetSeedRequest,
  type GetSeedResponse,
} from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { SEED_STATES } from '../domain/sandbox/seed-job.ts';
import { lastSeed } from '../use-cases/sandbox/last-seed.ts';

export const getSeed =
  (deps: Deps): Handler<GetSeedRequest, GetSeedResponse> =>
  async (ctx) => {
    const last = await lastSeed(deps, storeOf(ctx));
    if (last === undefined)
      return { size: SeedSize.NONE, state: SeedState.READY, total: 0, done: 0, failure: '' };
    const { size, state, total, done, failure } = last;
    return { size, state: SEED_STATES[state], total, done, failure };
  };
