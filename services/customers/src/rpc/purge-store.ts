import type {
  PurgeStoreRequest,
  PurgeStoreResponse,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { storePurge } from '../store/purge.ts';

export const purgeStore =
  ({ db }: Deps): Handler<PurgeStoreRequest, PurgeStoreResponse> =>
  async (ctx) => ({ done: !(await db.transaction((tx) => storePurge(tx, storeOf(ctx)))) });
