import type {
  EditOrderRequest,
  EditOrderRequest_Line,
  Order,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { stampVersion } from '@commerce/service-kit/version.ts';
import { SHOP, SIMPLE, type NewOrders } from './new-orders.ts';
import { contextOf, drainEvents, orderOf } from './service.ts';

/** An order of two of SIMPLE (1,500 pesos each) and an engraving of 50 pesos, without a discount. */
export async function orderToEdit(orders: NewOrders): Promise<Order> {
  const lines = [
    { productId: SIMPLE, quantity: 2 },
    { name: 'Grabado', unitPriceCentavos: 5_000, quantity: 1 },
  ];
  const order = orderOf(
    await orders.create({
      source: OrderSource.PHONE,
      lines,
      shipping: undefined,
      paymentGateway: PaymentGateway.CARD_TERMINAL,
      discountCentavos: 0,
    }),
  );
  await drainEvents(orders.db);
  orders.others.forget();
  return order;
}

/** A request to edit a version of an order. */
export const editRequest = (
  { id, updatedAtMs }: Order,
  lines: EditOrderRequest_Line[],
  discountCentavos = 0,
): EditOrderRequest => ({ id, lines, discountCentavos, expectedVersion: stampVersion(updatedAtMs) });

/** Edits an order, with an optional idempotency key. */
export const editOf = (
  orders: NewOrders,
  order: Order,
  lines: EditOrderRequest_Line[],
  discountCentavos?: number,
  key?: string,
) =>
  orders.service.handlers.editOrder(
    contextOf('sto_a', key, 'edit'),
    editRequest(order, lines, discountCentavos),
  );

/** Units of a product as inventory receives them. */
export const stockLine = (
  productId: string,
  variantId: string | undefined,
  quantity: number,
  writtenOff = 0,
) => ({ shopId: SHOP, productId, variantId, quantity, writtenOff });
