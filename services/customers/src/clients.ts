import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { DeliveriesServiceService } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { Connect } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';

/** Clients of the other services that store data of customers. */
export interface Clients {
  orders: Pick<ClientOf<typeof OrdersServiceService>, 'eraseBuyer' | 'listBuyerOrders'>;
  deliveries: Pick<ClientOf<typeof DeliveriesServiceService>, 'eraseFromLog'>;
}

/** Connects to the other services that store data of customers. */
export const connectClients = (connect: Connect, { ORDERS_ADDRESS, WEBHOOKS_ADDRESS }: Config): Clients => ({
  orders: connect(ORDERS_ADDRESS, [OrdersServiceService]).service(OrdersServiceService),
  deliveries: connect(WEBHOOKS_ADDRESS, [DeliveriesServiceService]).service(DeliveriesServiceService),
});
