import {
  PlanTier,
  type GetStoreRequest,
  type GetStoreResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { storeFind } from '../store/store.ts';

/** The store of the context. */
export const getStore =
  ({ db }: Deps): Handler<GetStoreRequest, GetStoreResponse> =>
  async (ctx) => {
    const store = await storeFind(db, storeOf(ctx));
    if (!store) throw notFound();
    return { store: { id: store.id, name: store.name, planTier: enumValue(PlanTier, store.plan) } };
  };
