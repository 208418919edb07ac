import type {
  GetOpenRegisterRequest,
  GetOpenRegisterResponse,
} from '@commerce/proto/commerce/orders/v1/registers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { sessionOf } from '../domain/register.ts';
import type { Deps } from '../deps.ts';
import { registerSessionFindOpen } from '../store/register-session.ts';

export const getOpenRegister =
  ({ db }: Deps): Handler<GetOpenRegisterRequest, GetOpenRegisterResponse> =>
  async (ctx, { shopId }) => {
    const record = await registerSessionFindOpen(db, storeOf(ctx), shopId);
    return { session: record && sessionOf(record) };
  };
