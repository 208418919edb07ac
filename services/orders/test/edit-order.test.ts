import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OrderStock_State, type OrderUpdated } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { EditOrderRequest_Line, Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentGateway,
  PaymentOutcome,
  PaymentPath,
  PaymentStatus,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { editOf, editRequest, orderToEdit, stockLine } from './support/edits.ts';
import { NewOrders, SHOP, SIMPLE, SMALL, VARIABLE } from './support/new-orders.ts';
import { contextOf, drainEvents, orderOf, refusalOf } from './support/service.ts';

const { RESERVED, RELEASED } = OrderStock_State;

let orders: NewOrders;

beforeAll(async () => void (orders = await NewOrders.start()));
afterAll(() => orders.close());
beforeEach(() => orders.reset());

const handlers = () => orders.service.handlers;
const ctx = () => contextOf('sto_a');

const anOrder = () => orderToEdit(orders);
const edit = (order: Order, lines: EditOrderRequest_Line[], discount?: number) =>
  editOf(orders, order, lines, discount);

/** Sets the limit of discounts, in hundredths of a percent. */
const limitDiscounts = async (limitBp: number): Promise<void> => {
  await orders.db.pool.query(
    `insert into store_setting (store_id, order_expiry_ms, discount_limit_bp) values ('sto_a', 172800000, $1)
     on conflict (store_id) do update set discount_limit_bp = excluded.discount_limit_bp`,
    [limitBp],
  );
};

const KEPT = [
  { index: 0, quantity: 2 },
  { index: 1, quantity: 1 },
];
describe('an edit', () => {
  // 3,050 pesos, of which 10 percent are 305.
  test.each([
    ['within the limit', KEPT, 0, 30_500, false],
    ['over the limit', KEPT, 0, 30_501, true],
    [
      'that keeps a larger discount and adds a unit',
      [{ index: 0, quantity: 3 }, KEPT[1]!],
      50_000,
      50_000,
      false,
    ],
    [
      'that keeps a larger discount of fewer units',
      [{ index: 0, quantity: 1 }, KEPT[1]!],
      50_000,
      50_000,
      true,
    ],
    ['that reduces a discount to one over the limit of fewer units', [KEPT[1]!], 50_000, 501, true],
  ])('of a seller %s', async (_name, lines, given, discountCentavos, isRefused) => {
    await limitDiscounts(1_000);
    const order = orderOf(await edit(await anOrder(), KEPT, given));
    const request = { ...editRequest(order, lines, discountCentavos), isDiscountLimited: true };
    const work = handlers().editOrder(ctx(), request);
    if (isRefused)
      await expect(work).rejects.toMatchObject({
        details: [{ reason: 'discount_over_limit', field: 'discount_centavos' }],
      });
    else expect(orderOf(await work).discountCentavos).toBe(discountCentavos);
  });

  // 3,000 pesos, of which 10 percent are 300.
  test.each([
    ['that fills the limit', 13_500, 2, 3_000, false],
    ['over the limit', 13_500, 2, 3_001, true],
    ['that gives 10 percent of the rest', 15_000, 2, 27_000, true],
    ['of fewer units whose line is over the limit', 16_000, 1, 0, false],
  ])('of a seller %s, counts the discounts of lines', async (_name, off, quantity, given, isRefused) => {
    await limitDiscounts(1_000);
    const lines = [{ productId: SIMPLE, quantity: 2, discountCentavos: off }];
    const source = OrderSource.PHONE;
    const created = await orders.create({ source, lines, discountCentavos: 0, shipping: undefined });
    const request = editRequest(orderOf(created), [{ index: 0, quantity }], given);
    const work = handlers().editOrder(ctx(), { ...request, isDiscountLimited: true });
    const details = [{ reason: 'discount_over_limit', field: 'discount_centavos' }];
    if (isRefused) await expect(work).rejects.toMatchObject({ details });
    else
      expect(orderOf(await work).lineItems).toMatchObject([
        { quantity, unitPriceCentavos: 150_000 - off, unitDiscountCentavos: off },
      ]);
  });

  test('keeps the prices of lines that stay, prices added ones, and publishes what changed with the lines', async () => {
    const order = await anOrder();
    orders.others.prices.set(SIMPLE, { price: 999_999, cost: 1 });
    const lines = [
      { index: 0, quantity: 3 },
      { productId: VARIABLE, variantId: SMALL, quantity: 1 },
    ];
    const after = orderOf(await edit(order, lines, 10_000));
    orders.others.prices.set(SIMPLE, { price: 150_000, cost: 90_000 });
    expect(after.lineItems).toMatchObject([
      {
        productId: SIMPLE,
        quantity: 3,
        unitPriceCentavos: 150_000,
        totalCentavos: 450_000,
        cogsCentavos: 270_000,
      },
      { variantId: SMALL, quantity: 1, unitPriceCentavos: 200_050 },
    ]);
    expect(after.totalCentavos).toBe(450_000 + 200_050 - 10_000);
    const held = [stockLine(SIMPLE, undefined, 3), stockLine(VARIABLE, SMALL, 1)];
    const [reserved] = orders.others.reserved;
    expect(reserved!.lines).toMatchObject([
      { productId: SIMPLE, quantity: 1, field: 'lines[0]', shopId: SHOP },
      { variantId: SMALL, quantity: 1, field: 'lines[1]' },
    ]);
    const stock = {
      orderId: order.id,
      version: 2,
      state: RESERVED,
      lines: { lines: held },
      takesOver: reserved!.orderId,
    };
    expect(orders.others.stocks).toEqual([stock]);
    const events = await drainEvents(orders.db);
    expect(events).toMatchObject([
      { type: 'order.updated', payload: { changed: ['line_items', 'discount', 'total'], stock } },
    ]);
    expect(await orders.service.order('sto_a', order.id)).toEqual(after);
  });

  test('that only removes units reserves nothing, and releases them', async () => {
    const order = await anOrder();
    await edit(order, [{ index: 0, quantity: 1 }]);
    expect(orders.others.reserved).toEqual([]);
    expect(orders.others.stocks).toMatchObject([
      { lines: { lines: [stockLine(SIMPLE, undefined, 1)] }, takesOver: undefined },
    ]);
  });

  test('names the lines in every later version of the stock, because versions may arrive in any order', async () => {
    const order = await anOrder();
    await edit(order, [{ index: 0, quantity: 1 }]);
    await drainEvents(orders.db);
    await handlers().cancelOrder(ctx(), { id: order.id });
    const [event] = await drainEvents(orders.db);
    const payload = event!.payload as OrderUpdated;
    const stock = { version: 3, state: RELEASED, lines: { lines: [stockLine(SIMPLE, undefined, 1)] } };
    expect(payload.stock).toMatchObject(stock);
    expect(orders.others.stocks.at(-1)).toMatchObject(stock);
  });

  test('that changes nothing publishes nothing', async () => {
    const order = await anOrder();
    expect(orderOf(await edit(order, KEPT))).toEqual(order);
    expect(await drainEvents(orders.db)).toEqual([]);
    expect(orders.others.stocks).toEqual([]);
  });

  test('of a paid order leaves a balance due, which pays it again without a second order.paid', async () => {
    const { id } = await anOrder();
    const payAll = () =>
      handlers().recordPayment(ctx(), { id, path: PaymentPath.BANK_TRANSFER, outcome: PaymentOutcome.PAID });
    const paid = orderOf(await payAll());
    const dearer = orderOf(await edit(paid, [{ index: 0, quantity: 3 }]));
    expect(dearer.payment!.status).toBe(PaymentStatus.PENDING);
    await drainEvents(orders.db);
    expect(orderOf(await payAll()).payment!.status).toBe(PaymentStatus.PAID);
    expect((await drainEvents(orders.db)).map(({ type }) => type)).toEqual(['order.updated']);
  });

  test('that lowers the total to what was paid publishes the order as paid', async () => {
    const order = await anOrder();
    const part = orderOf(
      await handlers().recordPayment(ctx(), {
        id: order.id,
        path: PaymentPath.TERMINAL,
        outcome: PaymentOutcome.PAID,
        amountCentavos: 150_000,
      }),
    );
    await drainEvents(orders.db);
    expect(orderOf(await edit(part, [{ index: 0, quantity: 1 }])).payment).toEqual({
      gateway: PaymentGateway.CARD_TERMINAL,
      status: PaymentStatus.PAID,
    });
    expect((await drainEvents(orders.db)).map(({ type }) => type)).toEqual(['order.updated', 'order.paid']);
  });

  test('is counted in the sales of its day and of its products', async () => {
    const order = await anOrder();
    await edit(order, [{ index: 0, quantity: 5 }]);
    expect(
      await orders.query('select orders, amount_centavos from sales_of_day where amount_centavos <> 0'),
    ).toEqual([{ orders: 1, amount_centavos: 750_000 }]);
    expect(
      await orders.query(
        `select product_id, units, amount_centavos from sales_of_product where span = 'day'`,
      ),
    ).toEqual([{ product_id: SIMPLE, units: 5, amount_centavos: 750_000 }]);
  });

  test('is refused once the order was shipped or has ended', async () => {
    for (const status of ['shipped', 'delivered', 'cancelled']) {
      const { id } = await anOrder();
      const moved = orderOf(
        status === 'cancelled'
          ? await handlers().cancelOrder(ctx(), { id })
          : await handlers().setOrderStatus(ctx(), { id, status }),
      );
      expect([status, await refusalOf(edit(moved, [{ index: 0, quantity: 1 }]))]).toEqual([
        status,
        'not_editable',
      ]);
    }
    expect(orders.others.reserved).toEqual([]);
  });

  test('that raises the total is refused while a payment is authorized, one that lowers it is not', async () => {
    const { id } = await anOrder();
    const authorized = orderOf(
      await handlers().recordPayment(ctx(), {
        id,
        path: PaymentPath.ONLINE,
        outcome: PaymentOutcome.AUTHORIZED,
      }),
    );
    expect(await refusalOf(edit(authorized, [{ index: 0, quantity: 3 }]))).toBe('payment_begun');
    expect(orders.others.reserved).toEqual([]);
    expect(orderOf(await edit(authorized, [{ index: 0, quantity: 1 }])).payment!.status).toBe(
      PaymentStatus.AUTHORIZED,
    );
  });

  test('of two edits of one version, one is refused and its reservation released', async () => {
    const order = await anOrder();
    const both = await Promise.all(
      [3, 4].map((quantity) => refusalOf(edit(order, [{ index: 0, quantity }]))),
    );
    expect(new Set(both)).toEqual(new Set([undefined, 'changed_since_read']));
    const [kept] = orders.others.stocks.filter(({ orderId }) => orderId === order.id);
    const released = orders.others.stocks.filter(({ orderId }) => orderId !== order.id);
    // The one that came late may have been refused before it reserved anything.
    expect(released.map(({ orderId, state }) => [orderId, state])).toEqual(
      orders.others.reserved
        .filter(({ orderId }) => orderId !== kept!.takesOver)
        .map(({ orderId }) => [orderId, RELEASED]),
    );
  });

  test('names every bad line, and each line that lacks stock', async () => {
    const order = await anOrder();
    const bad: EditOrderRequest_Line[][] = [
      [],
      [{ index: 2, quantity: 1 }],
      [{ index: 0, quantity: 0 }],
      [
        { index: 0, quantity: 1 },
        { index: 0, quantity: 1 },
      ],
      [{ quantity: 1 }],
      [{ name: 'x', unitPriceCentavos: -1, quantity: 1 }],
      [{ productId: 'prd_unknown', quantity: 1 }],
    ];
    for (const lines of bad)
      expect([lines, await refusalOf(edit(order, lines))]).toEqual([lines, 'invalid_request']);
    expect(await refusalOf(edit(order, KEPT, 305_001))).toBe('invalid_request');
    orders.others.failing.reserveStock = conflict('insufficient_stock', 'None left.', 'lines[0]');
    expect(await refusalOf(edit(order, [{ index: 0, quantity: 9 }]))).toBe('insufficient_stock');
    expect(await orders.service.order('sto_a', order.id)).toEqual(order);
  });
});
