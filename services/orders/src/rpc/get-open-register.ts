import type {
  GetOpenRegisterRequest,
  GetOpenRegisterResponse,
} from '@commerce/proto/commerce/orders/v1/registers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { sessionOf } from '../domain/register.ts';
import type { Deps } from '../deps.ts';
import { cashMovementList } from '../store/cash-movement.ts';
import { registerSessionFindOpen } from '../store/register-session.ts';

export const getOpenRegister =
  ({ db, prisma }: Deps): Handler<GetOpenRegisterRequest, GetOpenRegisterResponse> =>
  async (ctx, { shopId }) => {
    const storeId = storeOf(ctx);
    const record = await registerSessionFindOpen(db, storeId, shopId);
    if (record === undefined) return { session: undefined, movements: [] };
    return { session: sessionOf(record), movements: await cashMovementList(prisma, storeId, record.id) };
  };
