import {
  CancelOrderResponse,
  CreateOrderResponse,
  RecordPaymentResponse,
  SetOrderStatusResponse,
  type Order,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { Deps } from '../../deps.ts';
import { pay } from '../../domain/change-payment.ts';
import { endAs, moveTo } from '../../domain/change-status.ts';
import { settlingGatewayOf, type MoneyGatewayName, type PaidViaName } from '../../domain/payment.ts';
import { invalidTransition, nextStatus } from '../../domain/status-flow.ts';
import { statusFlowFind } from '../../store/status-flow.ts';
import { changeOrder, type OrderAnswer } from '../change-order.ts';

/** How a payment by each means is detected. */
const PAID_VIA: Readonly<Record<MoneyGatewayName, PaidViaName>> = {
  cash: 'delivery_confirmation',
  card_terminal: 'terminal',
  card_online: 'online',
  bank_transfer: 'online',
};

/** The order of a response, replayed or not; every response of a method that changes an order has the order as its only field. */
export const orderOfAnswer = (answer: OrderAnswer | StoredAnswer): Order =>
  (answer instanceof StoredAnswer ? CreateOrderResponse.decode(answer.message) : answer).order!;

/** Records that an order was paid by its means of payment, or by a transfer if it is on a credit account. */
export const payOrder = async (deps: Deps, ctx: Context, id: string): Promise<Order> =>
  orderOfAnswer(
    await changeOrder(deps, ctx, RecordPaymentResponse, id, (record) => {
      const gateway = settlingGatewayOf(record.order);
      return pay(record, { via: PAID_VIA[gateway], gateway }, deps.clock.now());
    }),
  );

/** Moves an order forward to a status. */
export const moveOrder = async (deps: Deps, ctx: Context, id: string, status: string): Promise<Order> =>
  orderOfAnswer(
    await changeOrder(deps, ctx, SetOrderStatusResponse, id, async (record, tx) =>
      moveTo(record, await statusFlowFind(tx, storeOf(ctx)), status, undefined),
    ),
  );

/** Moves an order to the next status of its flow. */
export const advanceOrder = async (deps: Deps, ctx: Context, id: string): Promise<Order> =>
  orderOfAnswer(
    await changeOrder(deps, ctx, SetOrderStatusResponse, id, async (record, tx) => {
      const flow = await statusFlowFind(tx, storeOf(ctx));
      const { status } = record.order;
      const next = nextStatus(flow, status);
      if (next === undefined) throw invalidTransition(`The order is ${status}, which is final.`);
      return moveTo(record, flow, next, undefined);
    }),
  );

/** Cancels an order. */
export const cancelOrder = async (deps: Deps, ctx: Context, id: string): Promise<Order> =>
  orderOfAnswer(
    await changeOrder(deps, ctx, CancelOrderResponse, id, (record) => endAs(record, 'cancelled', undefined)),
  );
