import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { DeliveriesServiceService } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import type { Certificates } from '@commerce/service-kit/grpc/certificates.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { Config } from './config.ts';

/** The services that hold data of customers as well. */
export interface Clients {
  orders: Pick<ClientOf<typeof OrdersServiceService>, 'eraseBuyer' | 'listBuyerOrders'>;
  deliveries: Pick<ClientOf<typeof DeliveriesServiceService>, 'eraseFromLog'>;
}

/** Connects to them; they may be unavailable at first. */
export function connectClients(
  { ORDERS_ADDRESS, WEBHOOKS_ADDRESS }: Pick<Config, 'ORDERS_ADDRESS' | 'WEBHOOKS_ADDRESS'>,
  tls?: Certificates,
): Clients & { close(): void } {
  const orders = new GrpcChannel(ORDERS_ADDRESS, [OrdersServiceService], tls);
  const webhooks = new GrpcChannel(WEBHOOKS_ADDRESS, [DeliveriesServiceService], tls);
  return {
    orders: orders.service(OrdersServiceService),
    deliveries: webhooks.service(DeliveriesServiceService),
    close: () => [orders, webhooks].forEach((channel) => channel.close()),
  };
}
