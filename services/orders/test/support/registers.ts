import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { RegisterSession } from '@commerce/proto/commerce/orders/v1/registers.ts';
import { RegistersServiceService } from '@commerce/proto/commerce/orders/v1/registers.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentGateway,
  type CashMovementKind,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { handlersOf } from '@commerce/service-kit/process/service.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import * as rpc from '../../src/rpc/index.ts';
import { SHOP, type NewOrders } from './new-orders.ts';
import { contextOf, orderOf } from './service.ts';

/** People of the store. */
export const [ANA, BETO] = ['per_ana', 'per_beto'] as const;

/** Context of a call by a person, with an optional idempotency key. */
export const personContext = (id: string, key?: string, storeId = 'sto_a'): Context => ({
  ...contextOf(storeId, key),
  actor: { kind: Actor_Kind.PERSON, id, appId: '' },
});

const sessionOf = (answer: unknown): RegisterSession => {
  if (answer instanceof StoredAnswer) throw new Error('the answer is a replay');
  return (answer as { session: RegisterSession }).session;
};

/** The cash registers of the service. */
export function registersOf(orders: NewOrders) {
  const handlers = handlersOf(RegistersServiceService, rpc, orders.service.deps);
  return {
    handlers,
    open: async (floatCentavos = 0, person: string = ANA) =>
      sessionOf(await handlers.openRegister(personContext(person), { shopId: SHOP, floatCentavos })),
    close: async (sessionId: string, countedCentavos = 0, person: string = ANA, openedBy?: string) =>
      sessionOf(
        await handlers.closeRegister(personContext(person), { sessionId, countedCentavos, openedBy }),
      ),
    move: async (sessionId: string, kind: CashMovementKind, amountCentavos: number, reason = 'Cambio') =>
      sessionOf(
        await handlers.addCashMovement(personContext(ANA), { sessionId, kind, amountCentavos, reason }),
      ),
    get: async (id: string) => sessionOf(await handlers.getRegisterSession(personContext(ANA), { id })),
    list: async (filter: { shopId?: string; openedBy?: string; limit?: number; pageToken?: Buffer } = {}) => {
      const request = { limit: 50, pageToken: Buffer.alloc(0), ...filter };
      const answer = await handlers.listRegisterSessions(personContext(ANA), request);
      return answer as { sessions: RegisterSession[]; nextPageToken: Buffer };
    },
  };
}

/** A sale of one custom line at the point of sale, in cash unless said otherwise. */
export async function sell(
  orders: NewOrders,
  unitPriceCentavos: number,
  { gateway = PaymentGateway.CASH, ...fields }: { gateway?: PaymentGateway; shopId?: string } = {},
): Promise<Order> {
  return orderOf(
    await orders.create({
      source: OrderSource.POS,
      customerId: undefined,
      shipping: undefined,
      discountCentavos: 0,
      lines: [{ name: 'Grabado', unitPriceCentavos, quantity: 1 }],
      paymentGateway: gateway,
      ...fields,
    }),
  );
}
