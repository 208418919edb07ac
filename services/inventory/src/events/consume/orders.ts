import { OrderCancelled, OrderCreated, OrderUpdated } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { OrderStock } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { EventHandler, Subscription } from '@commerce/service-kit/events/subscription.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { gauge } from '@commerce/service-kit/metrics.ts';
import { goodsState } from '../../domain/order-stock.ts';
import { setOrderStock } from '../../orders/set-order-stock.ts';
import { reservationSettle } from '../../store/reservation.ts';

let refused = 0;
gauge(
  'order_stock_refused',
  'Events of orders whose goods could not be brought into their state.',
  () => refused,
);

/**
 * What this service hears of orders: the same as SetOrderStock, for the case that the call did not come through. One that is refused
 * (its goods were given to others after the reservation lapsed) is told by log and metric and passed over, because waiting would not
 * mend it and would keep back the store's other orders; the order's next version tries again.
 */
export function orderEvents(db: Queryable, clock: Clock, logger: Logger): Subscription {
  const handle: EventHandler = async (unit, event, ctx) => {
    const stock = stockOf(event);
    if (stock === undefined) return;
    try {
      await setOrderStock(unit, ctx, clock, stock);
    } catch (error) {
      if (!(error instanceof Fault) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error;
      refused++;
      logger.error(
        { event_id: event.id, order: stock.orderId, reason: error.message },
        'goods of an order cannot be brought into its state',
      );
    }
  };
  return {
    service: 'orders',
    handlers: { 'order.created': handle, 'order.updated': handle, 'order.cancelled': handle },
    async settle(event) {
      const stock = stockOf(event);
      if (stock === undefined) return true;
      const { orderId, version } = stock;
      return reservationSettle(db, event.storeId, orderId, { version, state: goodsState(stock.state) });
    },
  };
}

/** What the event of an order says of its goods. */
function stockOf({ type, payload }: Event): OrderStock | undefined {
  if (type === 'order.created') return OrderCreated.decode(payload).stock;
  return type === 'order.updated' ? OrderUpdated.decode(payload).stock : OrderCancelled.decode(payload).stock;
}
