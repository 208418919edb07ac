import { enumName, enumValue } from '@commerce/proto/enum.ts';
import { SeedSize, SeedState } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { OrderSource } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { SandboxView, sandboxRoutes } from '@commerce/console-api/routes/sandbox.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Services } from '../../grpc/services.ts';
import type { HandlersOf } from '../handler.ts';
import { toJson } from '../to-json.ts';

interface StoreCall {
  ctx: Context;
  services: Services;
  params: { developer: string; store: string };
}

export const sandboxHandlers: HandlersOf<typeof sandboxRoutes> = {
  get: async (call) => {
    await requireTestStore(call);
    return sandboxView(call);
  },

  reset: async ({ body, ...call }) => {
    await requireTestStore(call);
    const size = body.seed === undefined ? SeedSize.UNSPECIFIED : enumValue(SeedSize, body.seed);
    await call.services.sandbox.startSeed(call.ctx, { size });
    return sandboxView(call);
  },

  act: async ({ body, ...call }) => {
    await requireTestStore(call);
    const source = 'source' in body ? enumValue(OrderSource, body.source) : OrderSource.UNSPECIFIED;
    return toJson(await call.services.sandbox.runSandboxAction(call.ctx, { ...body, source }));
  },
};

/** @throws Fault 404 unless the store is a test store of the developer, which the session's access to the developer does not imply */
async function requireTestStore({ ctx, services, params: { developer, store } }: StoreCall): Promise<void> {
  const { stores } = await services.apps.listDeveloperStores(ctx, { developerId: developer });
  if (!stores.some(({ id }) => id === store)) throw notFound();
}

async function sandboxView({ ctx, services }: Pick<StoreCall, 'ctx' | 'services'>): Promise<SandboxView> {
  const { size, state, ...progress } = await services.sandbox.getSeed(ctx, {});
  return { seed: enumName(SeedSize, size), state: enumName(SeedState, state), ...progress };
}
