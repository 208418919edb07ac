import { expect, test } from 'vitest';
import { enumNames } from '@commerce/proto/enum.ts';
import type { EditOrderRequest_Line, LineItem } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import fc from 'fast-check';
import { pay, refund } from '../src/domain/change-payment.ts';
import { endAs, moveTo } from '../src/domain/change-status.ts';
import { editedLines, editOrder } from '../src/domain/edit-order.ts';
import { balanceOf, heldCentavos } from '../src/domain/ledger.ts';
import type { OrderChange } from '../src/domain/order-change.ts';
import { changedStockOf } from '../src/domain/order-stock.ts';
import { subtotalOf } from '../src/domain/order-total.ts';
import type { OrderRecord } from '../src/domain/order.ts';
import { paymentStatusOf } from '../src/domain/payment.ts';
import { returnItems } from '../src/domain/return-items.ts';
import { DEFAULT_FLOW } from '../src/domain/status-flow.ts';
import { orderRecord } from './support/orders.ts';

const PRODUCTS = ['prd_a', 'prd_b'];

const lineOf = (productId: string, quantity: number): LineItem => ({
  productId,
  name: productId,
  quantity,
  unitPriceCentavos: productId === 'prd_a' ? 333 : 1_000,
  totalCentavos: quantity * (productId === 'prd_a' ? 333 : 1_000),
  isCustom: false,
});

/** An unpaid order of five units, with a discount and a price of the shipping. */
const unpaid = (gateway: PaymentGateway): OrderRecord => {
  const lineItems = [lineOf('prd_a', 3), lineOf('prd_b', 2)];
  return {
    ...orderRecord('sto_a', 1, {
      source: OrderSource.PHONE,
      status: 'pending',
      lineItems,
      discountCentavos: 100,
      totalCentavos: subtotalOf(lineItems) - 100,
      payment: { gateway, status: PaymentStatus.PENDING },
    }),
    version: 1,
    paidAtMs: undefined,
    paidVia: undefined,
    paymentConfirmedAtMs: undefined,
    expiresAtMs: undefined,
    payments: [],
    isOnAccount: gateway === PaymentGateway.CREDIT_ACCOUNT,
    linesChanged: false,
    writtenOff: [],
  };
};

const gateway = fc.constantFrom(...enumNames(PaymentGateway).filter((name) => name !== 'credit_account'));
const amountCentavos = fc.integer({ min: -1, max: 4_000 });
const index = fc.integer({ min: 0, max: 2 });
const quantity = fc.integer({ min: 1, max: 4 });
const returned = fc.array(fc.record({ index, quantity, restock: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
});

/** A step of an order; `lost` are the units that it writes off. */
interface Step {
  take: (record: OrderRecord) => OrderChange | undefined;
  lost?: (record: OrderRecord) => number;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ gateway, amountCentavos: fc.option(amountCentavos, { nil: undefined }) })
    .map((payment): Step => ({ take: (record) => pay(record, { via: 'online', ...payment }, 0) })),
  fc.record({ gateway, amountCentavos }).map((money): Step => ({ take: (record) => refund(record, money) })),
  fc
    .record({
      kept: fc.uniqueArray(fc.record({ index, quantity }), { maxLength: 2, selector: (line) => line.index }),
      added: fc.array(fc.record({ productId: fc.constantFrom(...PRODUCTS), quantity }), { maxLength: 2 }),
      discountCentavos: fc.integer({ min: 0, max: 500 }),
    })
    .map(({ kept, added, discountCentavos }): Step => ({
      take: (record) => {
        const before = record.order.lineItems;
        const lines: EditOrderRequest_Line[] = [
          ...kept.filter((line) => line.index < before.length),
          ...added,
        ];
        const items = added.map((line) => lineOf(line.productId, line.quantity));
        const lineItems = editedLines(before, lines, items);
        return editOrder(record, DEFAULT_FLOW, { lineItems, discountCentavos }, 0);
      },
    })),
  fc
    .constantFrom('shipped', 'delivered')
    .map((status): Step => ({ take: (record) => moveTo(record, DEFAULT_FLOW, status, undefined) })),
  fc
    .record({ lines: returned, money: fc.option(fc.record({ gateway, amountCentavos }), { nil: undefined }) })
    .map(({ lines, money }): Step => {
      const fitting = ({ order }: OrderRecord) =>
        [...new Map(lines.map((line) => [line.index, line])).values()].filter(
          (line) => line.quantity <= (order.lineItems[line.index]?.quantity ?? 0),
        );
      return {
        take: (record) => returnItems(record, { lines: fitting(record), refund: money }, 0),
        lost: (record) => unitsOf(fitting(record).filter(({ restock }) => !restock)),
      };
    }),
  fc.constant({ take: (record: OrderRecord) => endAs(record, 'cancelled', undefined) }),
);

const unitsOf = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0);

/** The order after a step; undefined after a refusal. */
function after(record: OrderRecord, { take }: Step): OrderRecord | undefined {
  try {
    return take(record)?.record;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}

function expectMoneyConserved(before: OrderRecord, record: OrderRecord): void {
  const { order, payments } = record;
  const { paidCentavos, refundedCentavos, balanceCentavos } = balanceOf(order, payments);
  expect(order.totalCentavos).toBe(subtotalOf(order.lineItems) - order.discountCentavos);
  expect(order.totalCentavos).toBeGreaterThanOrEqual(0);
  expect(payments.slice(0, before.payments.length)).toEqual(before.payments);
  expect(payments.every((entry) => entry.amountCentavos >= 1)).toBe(true);
  expect(balanceCentavos).toBe(order.totalCentavos - paidCentavos + refundedCentavos);
  expect(refundedCentavos).toBeLessThanOrEqual(paidCentavos);
  // No payment exceeds what was due before it.
  if (paidCentavos > balanceOf(before.order, before.payments).paidCentavos)
    expect(balanceCentavos).toBeGreaterThanOrEqual(0);
  const status = paymentStatusOf(order);
  const isEnded = ['cancelled', 'returned'].includes(order.status);
  if (status === 'refunded' || isEnded) expect(heldCentavos(payments)).toBe(0);
  if (paymentStatusOf(before.order) !== 'paid' && status === 'paid')
    expect(balanceCentavos).toBeLessThanOrEqual(0);
  // order.paid is published when paidVia is set, so it is set once.
  if (before.paidVia !== undefined) expect(record.paidVia).toBe(before.paidVia);
}

function expectStockConserved(record: OrderRecord, lost: number): void {
  const { order, writtenOff } = record;
  expect(unitsOf(writtenOff)).toBe(lost);
  const lines = changedStockOf(record)!.lines?.lines;
  if (lines === undefined) {
    // Inventory keeps what it reserved at the creation.
    expect(order.lineItems).toEqual(unpaid(PaymentGateway.CASH).order.lineItems);
    expect(lost).toBe(0);
    return;
  }
  expect(unitsOf(lines)).toBe(unitsOf(order.lineItems));
  expect(lines.reduce((sum, line) => sum + line.writtenOff, 0)).toBe(lost);
  expect(new Set(lines.map(({ productId }) => productId)).size).toBe(lines.length);
}

test('money and stock are conserved over any sequence of edits, payments, refunds, returns and ends', () => {
  const gateways = Object.values(PaymentGateway).filter((value) => value > 0);
  fc.assert(
    fc.property(fc.constantFrom(...gateways), fc.array(step, { maxLength: 25 }), (by, steps) => {
      let record = unpaid(by);
      let lost = 0;
      for (const each of steps) {
        const before = record;
        const next = after(before, each);
        if (next === undefined) continue;
        lost += each.lost?.(before) ?? 0;
        record = next;
        expectMoneyConserved(before, record);
        expectStockConserved(record, lost);
        if (by === PaymentGateway.CREDIT_ACCOUNT) expect(record.paidVia).toBeUndefined();
      }
    }),
    { numRuns: 300 },
  );
});
