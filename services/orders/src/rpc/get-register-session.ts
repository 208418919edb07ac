import type {
  GetRegisterSessionRequest,
  GetRegisterSessionResponse,
} from '@commerce/proto/commerce/orders/v1/registers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { sessionOf } from '../domain/register.ts';
import type { Deps } from '../deps.ts';
import { cashMovementList } from '../store/cash-movement.ts';
import { registerSessionFind } from '../store/register-session.ts';

export const getRegisterSession =
  ({ db, prisma }: Deps): Handler<GetRegisterSessionRequest, GetRegisterSessionResponse> =>
  async (ctx, { id, openedBy }) => {
    const storeId = storeOf(ctx);
    const record = await registerSessionFind(db, storeId, id);
    if (record === undefined || (openedBy !== undefined && record.openedBy !== openedBy)) throw notFound();
    return { session: sessionOf(record), movements: await cashMovementList(prisma, storeId, id) };
  };
