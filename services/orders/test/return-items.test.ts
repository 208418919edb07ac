import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OrderStock_State, type OrderUpdated } from '@commerce/proto/commerce/orders/v1/events.ts';
import type {
  GetOrderHistoryResponse,
  ListPaymentsResponse,
  Order,
  ReturnItemsRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  HistoryEntryKind,
  OrderSource,
  PaymentGateway,
  PaymentStatus,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { stampVersion } from '@commerce/service-kit/version.ts';
import { stockLine } from './support/edits.ts';
import { CUSTOMER, NewOrders, SIMPLE, SMALL, VARIABLE } from './support/new-orders.ts';
import { idOf } from './support/orders.ts';
import { contextOf, drainEvents, orderOf, refusalOf } from './support/service.ts';

const { RELEASED, TAKEN } = OrderStock_State;
const { CASH } = PaymentGateway;

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

const handlers = () => orders.service.handlers;
const ctx = (key?: string, body?: string) => contextOf('sto_a', key, body);
const history = async (id: string) =>
  (
    (await handlers().getOrderHistory(ctx(), {
      id,
      limit: 100,
      pageToken: Buffer.alloc(0),
    })) as GetOrderHistoryResponse
  ).entries;
const payments = async (id: string) => (await handlers().listPayments(ctx(), { id })) as ListPaymentsResponse;

/** A paid sale of three of SIMPLE and two of SMALL, for 8,501 pesos, with 10 % off. */
async function aSale(): Promise<Order> {
  const order = orderOf(
    await orders.create({
      source: OrderSource.POS,
      shipping: undefined,
      lines: [
        { productId: SIMPLE, quantity: 3 },
        { productId: VARIABLE, variantId: SMALL, quantity: 2 },
      ],
      paymentGateway: CASH,
      discountCentavos: 85_010,
    }),
  );
  expect(order.totalCentavos).toBe(765_090);
  await drainEvents(orders.db);
  orders.others.forget();
  return order;
}

type Returned = [index: number, quantity: number, restock: boolean];
const back = (
  { id, updatedAtMs }: Order,
  lines: Returned[],
  fields: Partial<ReturnItemsRequest> = {},
  key?: string,
) =>
  handlers().returnItems(ctx(key, 'return'), {
    id,
    lines: lines.map(([index, quantity, restock]) => ({ index, quantity, restock })),
    expectedVersion: stampVersion(updatedAtMs),
    ...fields,
  });
const replaceWith = (exchangeOfOrderId: string, key?: string) =>
  orders.create({ exchangeOfOrderId, customerId: CUSTOMER }, key);
const exchanges = async (id: string) =>
  (await history(id))
    .filter(({ kind }) => kind === HistoryEntryKind.EXCHANGE)
    .map(({ from, to }) => [from, to]);
const note = (id: string, text: string) => handlers().addOrderNote(ctx(), { id, text });

describe('a partial return', () => {
  test('leaves what the buyer keeps, with its share of the discount, and publishes the lines and what was written off', async () => {
    const order = await aSale();
    const after = orderOf(
      await back(
        order,
        [
          [0, 1, true],
          [1, 1, false],
        ],
        {
          notes: 'scratched',
          refund: { gateway: CASH, amountCentavos: 300_000 },
        },
      ),
    );
    expect(after).toMatchObject({
      status: 'delivered',
      lineItems: [
        { productId: SIMPLE, quantity: 2, totalCentavos: 300_000, cogsCentavos: 180_000 },
        { variantId: SMALL, quantity: 1, totalCentavos: 200_050 },
      ],
      discountCentavos: 50_005,
      totalCentavos: 450_045,
      payment: { status: PaymentStatus.PAID },
    });
    const stock = {
      orderId: order.id,
      version: 2,
      state: TAKEN,
      lines: { lines: [stockLine(SIMPLE, undefined, 2, 0), stockLine(VARIABLE, SMALL, 1, 1)] },
      takesOver: undefined,
    };
    expect(orders.others.stocks).toEqual([stock]);
    expect(await drainEvents(orders.db)).toMatchObject([
      { type: 'order.updated', payload: { changed: ['line_items', 'discount', 'total', 'payment'] } },
    ]);
    expect(await payments(order.id)).toMatchObject({
      paidCentavos: 765_090,
      refundedCentavos: 300_000,
      balanceCentavos: -15_045,
    });
    expect((await history(order.id)).slice(-2)).toMatchObject([
      {
        kind: HistoryEntryKind.RETURN,
        notes: 'scratched',
        returned: [
          { name: 'Producto 1', quantity: 1, restock: true },
          { quantity: 1, restock: false },
        ],
      },
      { kind: HistoryEntryKind.REFUND, amountCentavos: 300_000 },
    ]);
  });

  test('is counted in the sales of its day and of its products', async () => {
    const order = await aSale();
    await back(order, [
      [0, 2, false],
      [1, 2, true],
    ]);
    expect(
      await orders.query('select orders, amount_centavos from sales_of_day where amount_centavos <> 0'),
    ).toEqual([{ orders: 1, amount_centavos: 135_000 }]);
    expect(
      await orders.query(`select product_id, units from sales_of_product where span = 'day' and units <> 0`),
    ).toEqual([{ product_id: SIMPLE, units: 1 }]);
  });

  test('adds to what was written off before, in every later version of the stock', async () => {
    const order = await aSale();
    const first = orderOf(await back(order, [[0, 1, false]]));
    const second = orderOf(await back(first, [[0, 2, false]]));
    expect(second.lineItems).toMatchObject([{ variantId: SMALL, quantity: 2 }]);
    expect(orders.others.stocks.at(-1)!.lines!.lines).toEqual([
      stockLine(VARIABLE, SMALL, 2, 0),
      stockLine(SIMPLE, undefined, 0, 3),
    ]);
  });

  test('is recorded once however often the request with its key is sent', async () => {
    const order = await aSale();
    for (let n = 0; n < 3; n++) await back(order, [[0, 1, true]], {}, 'key');
    expect((await orders.service.order('sto_a', order.id)).lineItems).toMatchObject([{ quantity: 2 }, {}]);
    expect(orders.others.stocks).toHaveLength(1);
  });

  test('is refused before the order was shipped, with lines that it does not have, and for more than was paid', async () => {
    const pending = orderOf(await orders.create());
    expect(await refusalOf(back(pending, [[0, 1, true]]))).toBe('invalid_transition');
    const order = await aSale();
    const bad: Returned[][] = [
      [],
      [[2, 1, true]],
      [[0, 0, true]],
      [[0, 4, true]],
      [
        [0, 1, true],
        [0, 1, true],
      ],
    ];
    for (const lines of bad)
      expect([lines, await refusalOf(back(order, lines))]).toEqual([lines, 'invalid_request']);
    const refund = { gateway: CASH, amountCentavos: 765_091 };
    expect(await refusalOf(back(order, [[0, 1, true]], { refund }))).toBe('over_paid');
    expect(await refusalOf(back(order, [[0, 1, true]], { expectedVersion: stampVersion(1) }))).toBe(
      'changed_since_read',
    );
    expect(await orders.service.order('sto_a', order.id)).toEqual(order);
  });
});

describe('a return of everything that is left', () => {
  test('ends the order with its lines, refunds the rest and puts only restocked units back', async () => {
    const order = await aSale();
    const part = orderOf(
      await back(order, [[0, 1, true]], { refund: { gateway: CASH, amountCentavos: 100_000 } }),
    );
    await drainEvents(orders.db);
    const ended = orderOf(
      await back(part, [
        [0, 2, true],
        [1, 2, false],
      ]),
    );
    expect(ended).toMatchObject({
      status: 'returned',
      lineItems: [{ quantity: 2 }, { quantity: 2 }],
      payment: { status: PaymentStatus.REFUNDED },
    });
    expect(await payments(order.id)).toMatchObject({ paidCentavos: 765_090, refundedCentavos: 765_090 });
    const [event] = await drainEvents(orders.db);
    expect(event).toMatchObject({ type: 'order.cancelled', payload: { changed: ['status', 'payment'] } });
    const { stock } = event!.payload as OrderUpdated;
    expect(stock).toMatchObject({
      state: RELEASED,
      lines: { lines: [stockLine(SIMPLE, undefined, 2, 0), stockLine(VARIABLE, SMALL, 2, 2)] },
    });
    expect(orders.others.stocks.at(-1)).toEqual(stock);
    expect(await refusalOf(back(ended, [[0, 1, true]]))).toBe('invalid_transition');
  });
});

describe('an exchange', () => {
  test('is a new order, and the histories of both name each other once', async () => {
    const old = await aSale();
    const made = orderOf(await replaceWith(old.id, 'key'));
    await replaceWith(old.id, 'key');
    expect(await exchanges(old.id)).toEqual([[undefined, made.orderNumber]]);
    expect(await exchanges(made.id)).toEqual([[old.orderNumber, undefined]]);
    expect((await orders.service.order('sto_a', old.id)).updatedAtMs).toBe(old.updatedAtMs);
  });

  test('of an order that the store does not have is refused', async () => {
    for (const id of [idOf('ord', 9), 'ord_x'])
      expect(await refusalOf(replaceWith(id))).toBe('invalid_request');
    expect(await orders.query('select * from "order"')).toEqual([]);
  });
});

describe('a note', () => {
  test('is kept in the history, and changes neither the order nor its version', async () => {
    const order = await aSale();
    expect(orderOf(await note(order.id, 'Llama antes de pasar')).updatedAtMs).toBe(order.updatedAtMs);
    expect((await history(order.id)).at(-1)).toMatchObject({
      kind: HistoryEntryKind.NOTE,
      notes: 'Llama antes de pasar',
      actorId: 'ins_a',
    });
    expect(await drainEvents(orders.db)).toEqual([]);
    for (const text of ['', ' ', 'x'.repeat(2_001), 'a\0'])
      expect(await refusalOf(note(order.id, text))).toBe('invalid_request');
  });

  test('is removed with the data of an erased buyer', async () => {
    const { id } = orderOf(await orders.create());
    await note(id, 'Ana vive en el fondo');
    await handlers().eraseBuyer(ctx(), { customerId: CUSTOMER, openOrdersRecorded: true });
    expect((await history(id)).at(-1)!.notes).toBe('Ana vive en el fondo');
    await handlers().cancelOrder(ctx(), { id });
    expect((await history(id)).flatMap(({ notes }) => notes ?? [])).toEqual([]);
    await orders.query('truncate erased_buyer');
  });
});
