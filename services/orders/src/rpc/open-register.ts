import {
  OpenRegisterResponse,
  type OpenRegisterRequest,
} from '@commerce/proto/commerce/orders/v1/registers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId, newId } from '@commerce/service-kit/ids.ts';
import { MAX_CASH_CENTAVOS, sessionOf } from '../domain/register.ts';
import type { Deps } from '../deps.ts';
import { registerSessionFindOpen, registerSessionInsert } from '../store/register-session.ts';
import { lookUpShop } from '../use-cases/look-up-shop.ts';

/** Opens and closes under the store's clock, as payments are written: a payment lies before or after, never in between. */
export const openRegister =
  (deps: Deps): Handler<OpenRegisterRequest, OpenRegisterResponse> =>
  async (ctx, { shopId, floatCentavos }) => {
    const { prisma, writer, stamp } = deps;
    const storeId = storeOf(ctx);
    const errors = new FieldErrors();
    // A value that is no id may be a string that the database rejects.
    if (!isId('shp', shopId) || !(await lookUpShop(deps, ctx, shopId)))
      errors.add('shop_id', 'The store has no such shop.');
    errors.integer('float_centavos', floatCentavos, 0, MAX_CASH_CENTAVOS);
    return writer.write(ctx, OpenRegisterResponse, async (unit) => {
      errors.throwIfAny();
      const openedAt = await stamp(unit, storeId);
      if ((await registerSessionFindOpen(unit, storeId, shopId)) !== undefined)
        throw conflict('register_open', 'The cash register of the shop is open already.', 'shop_id');
      const opened = { id: newId('reg'), shopId, openedBy: ctx.actor.id, openedAt, floatCentavos };
      await registerSessionInsert(prisma, storeId, opened);
      const none = { salesCentavos: 0, refundsCentavos: 0, payInsCentavos: 0, payOutsCentavos: 0 };
      return { session: sessionOf({ ...opened, ...none, closed: undefined }) };
    });
  };
