import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import {
  OrderCancelled,
  OrderCreated,
  OrderUpdated,
  type OrderStock,
} from '@commerce/proto/commerce/orders/v1/events.ts';
import type { EventHandler, Subscription } from '@commerce/service-kit/events/subscription.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { counter } from '@commerce/service-kit/metrics.ts';
import type { Deps } from '../../deps.ts';
import { reservationSettleMany } from '../../store/reservation.ts';
import { applyOrderStock } from '../../use-cases/apply-order-stock.ts';

const refusals = counter(
  'order_stock_refused_total',
  'Order events whose stock state could not be applied.',
  [],
);

/**
 * Subscription to orders: does the same as SetOrderStock, in case the call failed. Rejected events (the units were sold to others after
 * the reservation expired) are logged, counted and skipped: retrying cannot fix them and would delay the store's other orders; the
 * order's next version tries again.
 */
export function ordersEvents({ db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>): Subscription {
  const apply: EventHandler = async (unit, event, ctx) => {
    const stock = stockOf(event);
    if (stock === undefined) return;
    try {
      await applyOrderStock(unit, ctx, clock, stock);
    } catch (error) {
      if (!(error instanceof Fault) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error;
      refusals.inc();
      logger.error(
        { event_id: event.id, order: stock.orderId, reason: error.message },
        'order stock refused, event skipped',
      );
    }
  };
  return {
    service: 'orders',
    handlers: { 'order.created': apply, 'order.updated': apply, 'order.cancelled': apply },
    async settle(event) {
      const stock = stockOf(event);
      if (stock === undefined) return true;
      if (stock.lines !== undefined) return false;
      return (await reservationSettleMany(db, event.storeId, [stock])).size > 0;
    },
  };
}

/** Reads the stock state of the order from an event. */
function stockOf({ type, payload }: Event): OrderStock | undefined {
  if (type === 'order.created') return OrderCreated.decode(payload).stock;
  return type === 'order.updated' ? OrderUpdated.decode(payload).stock : OrderCancelled.decode(payload).stock;
}
