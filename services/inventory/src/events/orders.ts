import { OrderCancelled, OrderCreated, OrderUpdated } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { OrderStock } from '@commerce/proto/commerce/orders/v1/events.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { EventHandler, Subscription } from '@commerce/service-kit/events/consumer.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { gauge } from '@commerce/service-kit/metrics.ts';
import { setOrderStock } from '../orders/set-order-stock.ts';

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
export function orderEvents(clock: Clock, logger: Logger): Subscription {
  const handle =
    (stockOf: (payload: Buffer) => OrderStock | undefined): EventHandler =>
    async (unit, { id, payload }, ctx) => {
      const stock = stockOf(payload);
      if (stock === undefined) return;
      try {
        await setOrderStock(unit, ctx, clock, stock);
      } catch (error) {
        if (!(error instanceof Fault) || (error.code !== 'conflict' && error.code !== 'not_found'))
          throw error;
        refused++;
        logger.error(
          { event_id: id, order: stock.orderId, reason: error.message },
          'goods of an order cannot be brought into its state',
        );
      }
    };
  return {
    service: 'orders',
    handlers: {
      'order.created': handle((payload) => OrderCreated.decode(payload).stock),
      'order.updated': handle((payload) => OrderUpdated.decode(payload).stock),
      'order.cancelled': handle((payload) => OrderCancelled.decode(payload).stock),
    },
  };
}
