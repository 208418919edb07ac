import {
  CloseRegisterResponse,
  type CloseRegisterRequest,
} from '@commerce/proto/commerce/orders/v1/registers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { MAX_CASH_CENTAVOS, requireOpen, sessionOf, totalsOf } from '../domain/register.ts';
import type { Deps } from '../deps.ts';
import { registerSessionClose, registerSessionFind } from '../store/register-session.ts';

export const closeRegister =
  ({ prisma, writer, stamp }: Deps): Handler<CloseRegisterRequest, CloseRegisterResponse> =>
  (ctx, { sessionId, countedCentavos, openedBy }) =>
    writer.write(ctx, CloseRegisterResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const errors = new FieldErrors();
      errors.integer('counted_centavos', countedCentavos, 0, MAX_CASH_CENTAVOS);
      errors.throwIfAny();
      // Payments are written under the store's clock too: from here on the sums do not change.
      const at = await stamp(unit, storeId);
      const record = requireOpen(await registerSessionFind(unit, storeId, sessionId), openedBy);
      const closed = { by: ctx.actor.id, at, countedCentavos };
      await registerSessionClose(prisma, storeId, sessionId, { ...totalsOf(record), closed });
      return { session: sessionOf({ ...record, closed }) };
    });
