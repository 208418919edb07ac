import { randomUUID } from 'node:crypto';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { OrdersServiceService, type Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway, ShippingMethod } from '@commerce/proto/commerce/orders/v1/values.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { platform } from './platform.ts';
import type { WritingClient } from './writes.ts';

/** A public product with a price, and ten of it in stock at a shop. @returns its ID */
export async function newSellableProduct(client: WritingClient, shop: string): Promise<string> {
  const { id } = await client.newProduct();
  await client.send('PATCH', `/products/${id}`, { body: { visibility: 'PUBLIC' } });
  await client.send('PUT', `/prices/${id}`, { body: { price: 150.5 } });
  const body = { shop, product: id, delta: 10 };
  await client.send('POST', '/stock/adjustments', { key: randomUUID(), body });
  return id;
}

/** A pending web order for one of a product, with shipping, created by a team member of the store; the buyer is unknown by default. */
export async function newOrder(
  storeId: string,
  shopId: string,
  productId: string,
  customerId?: string,
): Promise<Order> {
  const channel = new GrpcChannel(platform().processes['orders']!.address, [OrdersServiceService]);
  const actor = { kind: Actor_Kind.PERSON, id: 'per_test', appId: '' };
  const ctx = { ...systemContext('new-order', deadlineIn(30_000)), storeId, actor };
  try {
    const { order } = await channel.service(OrdersServiceService).createOrder(ctx, {
      source: OrderSource.ONLINE,
      shopId,
      customerId,
      lines: [{ productId, variantId: undefined, quantity: 1 }],
      shipping: {
        methodType: ShippingMethod.CARRIER,
        methodName: 'Correo',
        priceCentavos: 0,
        address: { street: 'Mitre', streetNumber: '100', city: 'Salta', state: 'Salta', postalCode: '4400' },
        recipientName: 'Ana',
        recipientPhone: '',
        recipientDocument: '',
      },
      paymentGateway: PaymentGateway.CARD_ONLINE,
      payments: [],
      discountCentavos: 0,
    });
    return order!;
  } finally {
    channel.close();
  }
}

/** A confirmed web order with shipping. @returns its ID */
export async function newConfirmedOrder(client: WritingClient, storeId: string): Promise<string> {
  const shop = (await client.get('/shops?limit=1')).body.data[0].id as string;
  const { id } = await newOrder(storeId, shop, await newSellableProduct(client, shop));
  const answer = await client.send('POST', `/orders/${id}/status`, { body: { status: 'confirmed' } });
  if (answer.status !== 200) throw new Error(answer.text);
  return id;
}
