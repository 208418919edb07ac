import type {
  RunSandboxActionRequest,
  RunSandboxActionResponse,
} from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { orderActs, type Act } from '../use-cases/sandbox/act-on-orders.ts';
import { otherActs } from '../use-cases/sandbox/act-on-others.ts';
import { lastSeed, requireIdle } from '../use-cases/sandbox/last-seed.ts';

const ACTS = new Map<string, Act>(Object.entries({ ...orderActs, ...otherActs }));

/** The write of the change carries the key of the call, and a retry with it makes the same choices. */
export const runSandboxAction =
  (deps: Deps): Handler<RunSandboxActionRequest, RunSandboxActionResponse> =>
  async (ctx, request) => {
    const act = ACTS.get(request.event);
    if (act === undefined) throw invalid('event', 'Must be one of the events that a test store can publish.');
    requireIdle(await lastSeed(deps, storeOf(ctx)));
    return act(deps, ctx, request);
  };
