import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  BuyersServiceService,
  type GetBuyerFiguresResponse,
} from '@commerce/proto/commerce/orders/v1/buyers.ts';
import type {
  BatchGetBalancesResponse,
  CreateOrderRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { handlersOf } from '@commerce/service-kit/process/service.ts';
import * as rpc from '../src/rpc/index.ts';
import { orderInsertMany } from '../src/seed.ts';
import { payOrder } from '../src/use-cases/sandbox/order-steps.ts';
import { CUSTOMER, NewOrders } from './support/new-orders.ts';
import { orderId, orderRecord } from './support/orders.ts';
import { contextOf, orderOf, refusalOf } from './support/service.ts';

const { CASH, CREDIT_ACCOUNT } = PaymentGateway;

let orders: NewOrders;
let figures: () => Promise<GetBuyerFiguresResponse>;

beforeAll(async () => {
  orders = await NewOrders.start();
  const { getBuyerFigures } = handlersOf(BuyersServiceService, rpc, orders.service.deps);
  figures = async () =>
    (await getBuyerFigures(contextOf('sto_a'), { customerId: CUSTOMER })) as GetBuyerFiguresResponse;
});
afterAll(() => orders.close());
beforeEach(() => orders.reset());

const handlers = () => orders.service.handlers;
const ctx = contextOf('sto_a');

/** An order of 1,000 pesos by phone on the account. */
const anOrder = (fields: Partial<CreateOrderRequest> = {}) =>
  orders.create({
    source: OrderSource.PHONE,
    lines: [{ name: 'Grabado', unitPriceCentavos: 100_000, quantity: 1 }],
    shipping: undefined,
    paymentGateway: CREDIT_ACCOUNT,
    discountCentavos: 0,
    ...fields,
  });

/** A sale of 1,000 pesos at the point of sale, paid in parts. */
const sell = (parts: [PaymentGateway, number][], fields: Partial<CreateOrderRequest> = {}) =>
  anOrder({
    source: OrderSource.POS,
    paymentGateway: PaymentGateway.UNSPECIFIED,
    payments: parts.map(([gateway, amountCentavos]) => ({ gateway, amountCentavos })),
    ...fields,
  });

const IN_PARTS: [PaymentGateway, number][] = [
  [CASH, 60_000],
  [CREDIT_ACCOUNT, 40_000],
];

const pay = (id: string, amountCentavos: number) =>
  handlers().confirmPayment(ctx, { id, gateway: CASH, amountCentavos });
const refund = (id: string, amountCentavos: number) =>
  handlers().refundPayment(ctx, { id, gateway: CASH, amountCentavos });
const balancesOf = async (...ids: string[]) => {
  const { balances } = (await handlers().batchGetBalances(ctx, { ids })) as BatchGetBalancesResponse;
  return Object.fromEntries(balances.map(({ orderId: id, balanceCentavos }) => [id, balanceCentavos]));
};
const owed = async () => {
  const { accountBalanceCentavos, unpaidOrders } = await figures();
  return [accountBalanceCentavos, unpaidOrders];
};

describe('a credit account', () => {
  test('requires a customer, for an order, for a sale and for a part of a sale', async () => {
    const customerId = undefined;
    const requests = [
      () => anOrder({ customerId }),
      () => anOrder({ customerId, source: OrderSource.POS }),
      () => sell([[CREDIT_ACCOUNT, 100_000]], { customerId }),
      () => sell(IN_PARTS, { customerId }),
    ];
    for (const request of requests)
      await expect(request()).rejects.toMatchObject({
        code: 'invalid_request',
        details: [{ field: 'customer_id', reason: 'missing', message: 'Is required with a credit account.' }],
      });
    expect(await refusalOf(sell([[CASH, 100_000]], { customerId }))).toBeUndefined();
  });

  test('is owed the part of a sale that is on it, whatever the means of the rest', async () => {
    const { id, payment } = orderOf(await sell(IN_PARTS));
    await sell([[CASH, 100_000]]);
    expect(payment!.gateway).toBe(CASH);
    expect(await owed()).toEqual([40_000, 1]);
    await pay(id, 10_000);
    expect(await owed()).toEqual([30_000, 1]);
    await pay(id, 30_000);
    expect(await owed()).toEqual([0, 0]);
  });

  test('is owed what the order shows as due, also after a payment was refunded in full', async () => {
    const { id } = orderOf(await anOrder());
    const expectDue = async (due: number) => {
      expect(await balancesOf(id)).toEqual({ [id]: due });
      expect(await owed()).toEqual([due, due > 0 ? 1 : 0]);
    };
    await handlers().setOrderStatus(ctx, { id, status: 'delivered' });
    await expectDue(100_000);
    await pay(id, 100_000);
    await expectDue(0);
    await refund(id, 100_000);
    await expectDue(100_000);
    await pay(id, 30_000);
    await expectDue(70_000);
    await pay(id, 70_000);
    await expectDue(0);
  });

  test('is not settled by a confirmation that names no means, with or without an amount', async () => {
    const { id } = orderOf(await anOrder());
    for (const amountCentavos of [undefined, 40_000])
      await expect(handlers().confirmPayment(ctx, { id, amountCentavos })).rejects.toMatchObject({
        code: 'invalid_request',
        details: [{ field: 'gateway', message: 'Must be a means by which money changes hands.' }],
      });
    expect(await owed()).toEqual([100_000, 1]);
    await handlers().confirmPayment(ctx, { id, gateway: CASH });
    expect(await owed()).toEqual([0, 0]);
  });

  test('of generated data is settled by a transfer', async () => {
    const { id } = orderOf(await anOrder());
    await payOrder(orders.service.deps, ctx, id);
    const seeded = orderRecord('sto_a', 1, {
      payment: { gateway: CREDIT_ACCOUNT, status: PaymentStatus.PAID },
    });
    await orderInsertMany(orders.db, 'sto_a', [seeded]);
    for (const paid of [id, seeded.order.id])
      expect(await handlers().listPayments(ctx, { id: paid })).toMatchObject({
        balanceCentavos: 0,
        entries: [{ gateway: PaymentGateway.BANK_TRANSFER }],
      });
  });

  test('is owed nothing of a sale in cash that was refunded', async () => {
    const { id } = orderOf(await sell([[CASH, 100_000]]));
    await refund(id, 100_000);
    expect(await owed()).toEqual([0, 0]);
  });
});

describe('balances of orders', () => {
  test('are those of the payments, of the orders that exist in the store', async () => {
    const [partly, unpaid] = [orderOf(await anOrder()).id, orderOf(await anOrder()).id];
    await pay(partly, 60_000);
    await refund(partly, 10_000);
    expect(await balancesOf(unpaid, orderId(9), partly)).toEqual({ [partly]: 50_000, [unpaid]: 100_000 });
    expect(await handlers().batchGetBalances(contextOf('sto_b'), { ids: [partly] })).toEqual({
      balances: [],
    });
    const ids = Array.from({ length: 101 }, (_, n) => orderId(n));
    expect(await refusalOf(handlers().batchGetBalances(ctx, { ids }) as Promise<unknown>)).toBe(
      'invalid_request',
    );
  });
});
