import { expect, test } from 'vitest';
import { enumNames } from '@commerce/proto/enum.ts';
import { OrderSource, PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import fc from 'fast-check';
import { pay, refund } from '../src/domain/change-payment.ts';
import { endAs } from '../src/domain/change-status.ts';
import { balanceOf, heldCentavos } from '../src/domain/ledger.ts';
import type { OrderChange } from '../src/domain/order-change.ts';
import type { OrderRecord } from '../src/domain/order.ts';
import { paymentStatusOf } from '../src/domain/payment.ts';
import { orderRecord } from './support/orders.ts';

const TOTAL = 1_000;

const unpaid = (gateway: PaymentGateway): OrderRecord => ({
  ...orderRecord('sto_a', 1, {
    source: OrderSource.PHONE,
    status: 'shipped',
    totalCentavos: TOTAL,
    payment: { gateway, status: PaymentStatus.PENDING },
  }),
  version: 1,
  paidAtMs: undefined,
  paidVia: undefined,
  paymentConfirmedAtMs: undefined,
  expiresAtMs: undefined,
  payments: [],
  linesChanged: false,
  writtenOff: [],
});

const gateway = fc.constantFrom(...enumNames(PaymentGateway));
const amountCentavos = fc.integer({ min: -1, max: TOTAL + 1 });
type Step = (record: OrderRecord) => OrderChange | undefined;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ gateway, amountCentavos: fc.option(amountCentavos, { nil: undefined }) })
    .map((payment) => (record: OrderRecord) => pay(record, { via: 'online', ...payment }, 0)),
  fc.record({ gateway, amountCentavos }).map((money) => (record: OrderRecord) => refund(record, money)),
  fc.constant((record: OrderRecord) => endAs(record, 'returned', undefined)),
);

/** The order after a step; the same after a refusal. */
function after(record: OrderRecord, take: Step): OrderRecord {
  try {
    return take(record)?.record ?? record;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return record;
  }
}

test('over any sequence of payments, refunds and ends, no more is paid than was due and no more given back than was paid', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(PaymentGateway)).filter((value) => value > 0),
      fc.array(step, { maxLength: 20 }),
      (by, steps) => {
        let record = unpaid(by);
        for (const take of steps) {
          const before = record;
          record = after(before, take);
          const { paidCentavos, refundedCentavos, balanceCentavos } = balanceOf(
            record.order,
            record.payments,
          );
          const status = paymentStatusOf(record.order);
          expect(record.payments.slice(0, before.payments.length)).toEqual(before.payments);
          expect(record.payments.every((entry) => entry.amountCentavos >= 1)).toBe(true);
          expect(balanceCentavos).toBe(TOTAL - paidCentavos + refundedCentavos);
          expect(balanceCentavos).toBeGreaterThanOrEqual(0);
          expect(refundedCentavos).toBeLessThanOrEqual(paidCentavos);
          if (status === 'refunded') expect(heldCentavos(record.payments)).toBe(0);
          if (record.order.status === 'returned') expect(heldCentavos(record.payments)).toBe(0);
          // It becomes paid exactly when nothing is due any more.
          if (paymentStatusOf(before.order) !== 'paid') expect(status === 'paid').toBe(balanceCentavos === 0);
          // order.paid is published when paidVia is set, so it is set once.
          if (before.paidVia !== undefined) expect(record.paidVia).toBe(before.paidVia);
          if (by === PaymentGateway.CREDIT_ACCOUNT) expect(record.paidVia).toBeUndefined();
        }
      },
    ),
  );
});
