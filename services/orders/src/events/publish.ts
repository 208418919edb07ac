import { enumValue } from '@commerce/proto/enum.ts';
import {
  OrderCancelled,
  OrderCreated,
  OrderPaid,
  OrderUpdated,
} from '@commerce/proto/commerce/orders/v1/events.ts';
import { BadEnd, PaidVia } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { ChangedField, ChangedOrder } from '../domain/order-change.ts';
import { changedStockOf } from '../domain/order-stock.ts';
import type { OrderRecord } from '../domain/order.ts';
import { isBadEnd } from '../domain/status-flow.ts';

/** Publishes `order.created` (contract, section 6), and `order.paid` if the new order is paid. */
export function publishOrderCreated(unit: Unit, record: OrderRecord): void {
  const { status } = record.order;
  emit(unit, record, 'order.created', OrderCreated.encode({ status, stock: changedStockOf(record) }));
  publishOrderPaid(unit, record);
}

/** Publishes `order.updated` or `order.cancelled`, and `order.paid` if the change paid the order. */
export function publishOrderChanged(
  unit: Unit,
  { before, after, takesOver }: ChangedOrder,
  changed: ChangedField[],
): void {
  const { status } = after.order;
  const stock = changedStockOf(after, takesOver);
  const moved = status !== before.order.status;
  if (moved && isBadEnd(status)) {
    const previousStatus = before.order.status;
    const payload = OrderCancelled.encode({
      status,
      previousStatus,
      changed,
      reason: enumValue(BadEnd, status),
      stock,
    });
    emit(unit, after, 'order.cancelled', payload);
  } else {
    const previousStatus = moved ? before.order.status : undefined;
    emit(unit, after, 'order.updated', OrderUpdated.encode({ status, previousStatus, changed, stock }));
  }
  if (before.paidVia === undefined) publishOrderPaid(unit, after);
}

function publishOrderPaid(unit: Unit, record: OrderRecord): void {
  const { order, paidVia } = record;
  if (paidVia === undefined) return;
  emit(
    unit,
    record,
    'order.paid',
    OrderPaid.encode({ status: order.status, paidVia: enumValue(PaidVia, paidVia) }),
  );
}

function emit(unit: Unit, { order }: OrderRecord, type: string, payload: { finish(): Uint8Array }): void {
  unit.emit({ type, subjectId: order.id, payload: payload.finish(), occurredAtMs: order.updatedAtMs });
}
