import {
  OrderCancelled,
  OrderCreated,
  OrderPaid,
  OrderUpdated,
} from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { orderStockOf } from '../domain/order-stock.ts';
import type { OrderRecord } from '../domain/order.ts';
import { isBadEnd } from '../domain/status-flow.ts';
import type { Changed } from '../store/order-change.ts';

/** Tells, with the order, that it was made (contract, section 6, `order.created`), and that it is paid if it is. */
export function tellCreated(unit: Unit, record: OrderRecord): void {
  const { status } = record.order;
  emit(unit, record, 'order.created', OrderCreated.encode({ status, stock: orderStockOf(record) }));
  tellPaid(unit, record);
}

/** Tells, with the change, what became of an order: `order.updated` or `order.cancelled`, and `order.paid` once. */
export function tellChanged(unit: Unit, { before, after, change }: Changed): void {
  if (change === undefined || change.changed.length === 0) return;
  const { changed } = change;
  const { status } = after.order;
  const stock = orderStockOf(after);
  const moved = status !== before.order.status;
  if (moved && isBadEnd(status)) {
    const previousStatus = before.order.status;
    const payload = OrderCancelled.encode({ status, previousStatus, changed, reason: status, stock });
    emit(unit, after, 'order.cancelled', payload);
  } else {
    const previousStatus = moved ? before.order.status : undefined;
    emit(unit, after, 'order.updated', OrderUpdated.encode({ status, previousStatus, changed, stock }));
  }
  if (before.paidVia === undefined) tellPaid(unit, after);
}

function tellPaid(unit: Unit, record: OrderRecord): void {
  const { order, paidVia } = record;
  if (paidVia === undefined) return;
  emit(unit, record, 'order.paid', OrderPaid.encode({ status: order.status, paidVia }));
}

function emit(unit: Unit, { order }: OrderRecord, type: string, payload: { finish(): Uint8Array }): void {
  unit.emit({ type, subjectId: order.id, payload: payload.finish(), occurredAtMs: order.updatedAtMs });
}
