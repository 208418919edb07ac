import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  GetOrderHistoryResponse,
  ListPaymentsResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  HistoryEntryKind,
  OrderSource,
  PaymentEntryKind,
  PaymentGateway,
  PaymentOutcome,
  PaymentPath,
  PaymentStatus,
  ShippingMethod,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { stampVersion } from '@commerce/service-kit/version.ts';
import { MINUTE, NewOrders, SIMPLE } from './support/new-orders.ts';
import { fullOrder } from './support/orders.ts';
import { contextOf, drainEvents, orderOf, refusalOf } from './support/service.ts';

const { CASH, CARD_TERMINAL, BANK_TRANSFER, CREDIT_ACCOUNT } = PaymentGateway;
const { PAYMENT, REFUND } = PaymentEntryKind;

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

const handlers = () => orders.service.handlers;
const ctx = (key?: string, body?: string) => contextOf('sto_a', key, body);
const payments = async (id: string): Promise<ListPaymentsResponse> =>
  (await handlers().listPayments(ctx(), { id })) as ListPaymentsResponse;
const history = async (id: string) =>
  (
    (await handlers().getOrderHistory(ctx(), {
      id,
      limit: 100,
      pageToken: Buffer.alloc(0),
    })) as GetOrderHistoryResponse
  ).entries;
const received = (id: string, amountCentavos?: number, path: PaymentPath = PaymentPath.BANK_TRANSFER) =>
  handlers().recordPayment(ctx(), { id, path, outcome: PaymentOutcome.PAID, amountCentavos });
const cash = (id: string, amountCentavos?: number) =>
  handlers().confirmPayment(ctx(), { id, gateway: CASH, amountCentavos });
const refund = (id: string, amountCentavos: number, expectedVersion?: string) =>
  handlers().refundPayment(ctx(), {
    id,
    gateway: CASH,
    amountCentavos,
    reason: 'scratched',
    expectedVersion,
  });
const deliver = (id: string) => handlers().setOrderStatus(ctx(), { id, status: 'delivered' });
const types = async () => (await drainEvents(orders.db)).map(({ type }) => type);

/** An order of 1,000 pesos that the buyer collects. */
async function anOrder(gateway: PaymentGateway = BANK_TRANSFER): Promise<string> {
  const shipping = {
    ...fullOrder('sto_a', 1).order.shipping!,
    methodType: ShippingMethod.PICKUP,
    priceCentavos: 0,
  };
  const order = orderOf(
    await orders.create({
      source: OrderSource.PHONE,
      lines: [{ name: 'Grabado', unitPriceCentavos: 100_000, quantity: 1 }],
      shipping,
      paymentGateway: gateway,
      discountCentavos: 0,
    }),
  );
  await drainEvents(orders.db);
  return order.id;
}

/** A sale at the point of sale of 1,500 pesos, paid in parts. */
const sell = (...parts: [PaymentGateway, number][]) =>
  orders.create({
    source: OrderSource.POS,
    lines: [{ productId: SIMPLE, quantity: 1 }],
    shipping: undefined,
    paymentGateway: PaymentGateway.UNSPECIFIED,
    discountCentavos: 0,
    payments: parts.map(([gateway, amountCentavos]) => ({ gateway, amountCentavos })),
  });

describe('an order paid in parts', () => {
  test('is paid, and published as paid once, by the payment that settles its balance', async () => {
    const id = await anOrder();
    expect(orderOf(await received(id, 40_000)).payment!.status).toBe(PaymentStatus.PENDING);
    expect(await payments(id)).toMatchObject({ paidCentavos: 40_000, balanceCentavos: 60_000 });
    expect(await types()).toEqual(['order.updated']);
    expect(orderOf(await cash(id, 60_000)).payment).toEqual({ gateway: CASH, status: PaymentStatus.PAID });
    expect(await types()).toEqual(['order.updated', 'order.paid']);
    expect(await payments(id)).toMatchObject({
      paidCentavos: 100_000,
      refundedCentavos: 0,
      balanceCentavos: 0,
      entries: [
        { kind: PAYMENT, gateway: BANK_TRANSFER, amountCentavos: 40_000, actorId: 'ins_a' },
        { kind: PAYMENT, gateway: CASH, amountCentavos: 60_000 },
      ],
    });
    expect((await history(id)).filter(({ kind }) => kind === HistoryEntryKind.PAYMENT)).toMatchObject([
      { from: 'pending', to: 'pending', amountCentavos: 40_000, paidVia: undefined },
      { from: 'pending', to: 'paid', amountCentavos: 60_000 },
    ]);
  });

  test('has the means of its largest payment, of equal ones the first', async () => {
    const id = await anOrder(CARD_TERMINAL);
    await received(id, 50_000);
    expect(orderOf(await cash(id, 50_000)).payment!.gateway).toBe(BANK_TRANSFER);
  });

  test('is never paid beyond its balance, not by two payments at once either', async () => {
    const id = await anOrder();
    expect(await refusalOf(received(id, 100_001))).toBe('over_balance');
    for (const amount of [0, -1, 0.5]) expect(await refusalOf(received(id, amount))).toBe('invalid_request');
    const both = await Promise.all([received(id, 60_000), cash(id, 60_000)].map(refusalOf));
    expect(new Set(both)).toEqual(new Set(['over_balance', undefined]));
    expect(await payments(id)).toMatchObject({ paidCentavos: 60_000, balanceCentavos: 40_000 });
  });

  test('is not handed over before the rest is paid', async () => {
    const id = await anOrder(CARD_TERMINAL);
    await received(id, 99_999, PaymentPath.TERMINAL);
    expect(await refusalOf(deliver(id))).toBe('payment_confirmation_required');
    await cash(id);
    expect(orderOf(await deliver(id)).status).toBe('delivered');
  });

  test('does not expire once a part is paid, whatever becomes of the rest', async () => {
    const { id } = orderOf(await orders.create());
    await received(id, 1);
    await handlers().recordPayment(ctx(), {
      id,
      path: PaymentPath.UNSPECIFIED,
      outcome: PaymentOutcome.FAILED,
    });
    expect(await orders.query(`select expires_at from "order" where id = '${id}'`)).toEqual([
      { expires_at: null },
    ]);
  });

  test('gives back every part when it is cancelled, by the means of each', async () => {
    const id = await anOrder();
    await received(id, 70_000);
    await cash(id, 20_000);
    await refund(id, 5_000);
    const order = orderOf(await handlers().cancelOrder(ctx(), { id }));
    expect(order.payment!.status).toBe(PaymentStatus.REFUNDED);
    const { entries, balanceCentavos, ...sums } = await payments(id);
    expect(sums).toEqual({ paidCentavos: 90_000, refundedCentavos: 90_000 });
    expect(balanceCentavos).toBe(100_000);
    expect(entries.slice(3)).toMatchObject([
      { kind: REFUND, gateway: BANK_TRANSFER, amountCentavos: 70_000 },
      { kind: REFUND, gateway: CASH, amountCentavos: 15_000 },
    ]);
    expect(await refusalOf(received(id, 1))).toBe('invalid_transition');
  });
});

describe('a refund', () => {
  test('leaves the payment paid until everything paid was given back', async () => {
    const id = await anOrder();
    await received(id);
    await types();
    expect(orderOf(await refund(id, 30_000)).payment!.status).toBe(PaymentStatus.PAID);
    expect(orderOf(await refund(id, 70_000)).payment!.status).toBe(PaymentStatus.REFUNDED);
    expect(await types()).toEqual(['order.updated', 'order.updated']);
    expect((await history(id)).at(-1)).toMatchObject({
      kind: HistoryEntryKind.REFUND,
      gateway: CASH,
      amountCentavos: 70_000,
      notes: 'scratched',
    });
  });

  test('of the only part that was paid leaves the order waiting for its payment, and lets it expire again', async () => {
    const { id } = orderOf(await orders.create());
    await received(id, 1);
    expect(orderOf(await refund(id, 1)).payment!.status).toBe(PaymentStatus.PENDING);
    const [{ expires_at: expiresAt }] = await orders.query(
      `select expires_at from "order" where id = '${id}'`,
    );
    expect(expiresAt.getTime()).toBe(orders.nowMs + 48 * 60 * MINUTE);
    expect(orderOf(await handlers().cancelOrder(ctx(), { id })).payment!.status).toBe(PaymentStatus.PENDING);
  });

  test('and a confirmed payment move money, never a credit account', async () => {
    const id = await anOrder();
    const account = { id, gateway: CREDIT_ACCOUNT, amountCentavos: 1 };
    expect(await refusalOf(handlers().confirmPayment(ctx(), account))).toBe('invalid_request');
    await received(id);
    expect(await refusalOf(handlers().refundPayment(ctx(), account))).toBe('invalid_request');
  });

  test('never exceeds what was paid and not refunded', async () => {
    const id = await anOrder();
    expect(await refusalOf(refund(id, 1))).toBe('over_paid');
    await received(id, 50_000);
    expect(await refusalOf(refund(id, 50_001))).toBe('over_paid');
    const both = await Promise.all([refund(id, 30_000), refund(id, 30_000)].map(refusalOf));
    expect(new Set(both)).toEqual(new Set(['over_paid', undefined]));
    for (const amount of [0, -1, 0.5]) expect(await refusalOf(refund(id, amount))).toBe('invalid_request');
  });

  test('is refused when the order changed since the caller read it', async () => {
    const id = await anOrder();
    const { updatedAtMs } = orderOf(await received(id));
    expect(await refusalOf(refund(id, 1, stampVersion(updatedAtMs - 1)))).toBe('changed_since_read');
    expect(await refusalOf(refund(id, 1, stampVersion(updatedAtMs)))).toBeUndefined();
  });

  test('or a payment, or an end, of an order that changed since it was read is refused', async () => {
    const id = await anOrder();
    const { updatedAtMs } = orderOf(await received(id, 1));
    const stale = { id, expectedVersion: stampVersion(updatedAtMs - 1) };
    const acts = [
      handlers().confirmPayment(ctx(), { ...stale, amountCentavos: 1 }),
      handlers().recordPayment(ctx(), { ...stale, path: PaymentPath.CARD, outcome: PaymentOutcome.PAID }),
      handlers().cancelOrder(ctx(), stale),
      handlers().rejectOrder(ctx(), stale),
      handlers().returnOrder(ctx(), stale),
    ];
    expect(await Promise.all(acts.map(refusalOf))).toEqual(acts.map(() => 'changed_since_read'));
    expect(await payments(id)).toMatchObject({ paidCentavos: 1, refundedCentavos: 0 });
  });

  test('is recorded once however often the request with its key is sent', async () => {
    const id = await anOrder();
    await received(id);
    const request = { id, gateway: CASH, amountCentavos: 40_000 };
    for (let n = 0; n < 3; n++) await handlers().refundPayment(ctx('key', 'refund'), request);
    expect(await payments(id)).toMatchObject({ refundedCentavos: 40_000 });
  });

  test('can be followed by a new payment, without a second order.paid', async () => {
    const id = await anOrder();
    await received(id);
    await refund(id, 100_000);
    await types();
    expect(orderOf(await cash(id)).payment!.status).toBe(PaymentStatus.PAID);
    expect(await types()).toEqual(['order.updated']);
  });
});

describe('a sale at the point of sale paid in parts', () => {
  test('is paid by its parts, and has the means of the largest', async () => {
    const order = orderOf(await sell([CASH, 20_000], [CARD_TERMINAL, 100_000], [BANK_TRANSFER, 30_000]));
    expect(order.payment).toEqual({ gateway: CARD_TERMINAL, status: PaymentStatus.PAID });
    expect(await types()).toEqual(['order.created', 'order.paid']);
    expect(await payments(order.id)).toMatchObject({
      paidCentavos: 150_000,
      balanceCentavos: 0,
      entries: [CASH, CARD_TERMINAL, BANK_TRANSFER].map((gateway) => ({ kind: PAYMENT, gateway })),
    });
  });

  test('owes the part on a credit account, and is paid when that is settled', async () => {
    const order = orderOf(await sell([CASH, 100_000], [CREDIT_ACCOUNT, 50_000]));
    expect(order.payment).toEqual({ gateway: CASH, status: PaymentStatus.PENDING });
    expect(await payments(order.id)).toMatchObject({ paidCentavos: 100_000, balanceCentavos: 50_000 });
    await received(order.id);
    expect(await types()).toEqual(['order.created', 'order.updated', 'order.paid']);
  });

  test('is refused when its parts do not add up to the total', async () => {
    for (const parts of [[[CASH, 149_999]], [[CASH, 150_001]]] as [PaymentGateway, number][][])
      expect(await refusalOf(sell(...parts))).toBe('invalid_request');
    expect(await refusalOf(sell([CASH, 150_000], [CARD_TERMINAL, 0]))).toBe('invalid_request');
    expect(
      await refusalOf(sell(...Array.from({ length: 11 }, (): [PaymentGateway, number] => [CASH, 1]))),
    ).toBe('invalid_request');
    expect(await refusalOf(sell([99 as PaymentGateway, 150_000]))).toBe('invalid_request');
    expect(await refusalOf(orders.create({ payments: [{ gateway: CASH, amountCentavos: 1 }] }))).toBe(
      'invalid_request',
    );
    expect(await orders.counts()).toMatchObject({ orders: 0, drafts: 0 });
  });
});
