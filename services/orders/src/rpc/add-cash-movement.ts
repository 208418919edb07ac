import {
  AddCashMovementResponse,
  type AddCashMovementRequest,
} from '@commerce/proto/commerce/orders/v1/registers.ts';
import { CashMovementKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { MAX_CASH_CENTAVOS, MAX_MOVEMENTS, requireOpen, sessionOf } from '../domain/register.ts';
import type { Deps } from '../deps.ts';
import { cashMovementCount, cashMovementInsert } from '../store/cash-movement.ts';
import { registerSessionFind } from '../store/register-session.ts';

const MAX_REASON = 200;

export const addCashMovement =
  ({ prisma, writer, stamp }: Deps): Handler<AddCashMovementRequest, AddCashMovementResponse> =>
  (ctx, { sessionId, kind, amountCentavos, openedBy, ...request }) =>
    writer.write(ctx, AddCashMovementResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const errors = new FieldErrors();
      errors.enumValue('kind', kind, CashMovementKind);
      errors.integer('amount_centavos', amountCentavos, 1, MAX_CASH_CENTAVOS);
      const reason = errors.line('reason', request.reason.trim(), 1, MAX_REASON);
      errors.throwIfAny();
      const at = await stamp(unit, storeId);
      const record = requireOpen(await registerSessionFind(unit, storeId, sessionId), openedBy);
      if ((await cashMovementCount(prisma, storeId, sessionId)) >= MAX_MOVEMENTS)
        throw conflict('too_many_movements', `A session has at most ${MAX_MOVEMENTS} movements of cash.`);
      const movement = { kind, amountCentavos, reason, by: ctx.actor.id, atMs: at.getTime() };
      await cashMovementInsert(prisma, storeId, sessionId, movement);
      const sum = kind === CashMovementKind.PAY_IN ? 'payInsCentavos' : 'payOutsCentavos';
      return { session: sessionOf({ ...record, [sum]: record[sum] + amountCentavos }) };
    });
