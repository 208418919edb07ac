import { enumName } from '@commerce/proto/enum.ts';
import {
  Order,
  type LineItem,
  type OrderCustomer,
  type Payment,
  type Shipping,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentGateway,
  PaymentStatus,
  ShippingMethod,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Grants, Resource } from '../../route.ts';
import type { OrderJson } from '../schemas/order.ts';
import { iso, pesos, present, presentPostalAddress } from './common.ts';

type LineItemJson = OrderJson['line_items'][number];
type ShippingJson = NonNullable<OrderJson['shipping']>;

// A buyer without an id is not identifiable, regardless of other data.
const presentCustomer = (customer: OrderCustomer | undefined): OrderJson['customer'] =>
  customer === undefined || customer.id === ''
    ? null
    : { id: customer.id, name: customer.name, email: customer.email, phone: customer.phone };

function presentLineItem(line: LineItem, grants: Grants): LineItemJson {
  const json: LineItemJson = {
    product_id: line.productId ?? null,
    variant_id: line.variantId ?? null,
    sku: line.sku ?? null,
    name: line.name,
    quantity: line.quantity,
    unit_price: pesos(line.unitPriceCentavos),
    total: pesos(line.totalCentavos),
    is_custom: line.isCustom,
  };
  if (grants.costs) json.cogs = line.cogsCentavos === undefined ? null : pesos(line.cogsCentavos);
  return json;
}

const presentPayment = (payment: Payment): OrderJson['payment'] => ({
  gateway: enumName(PaymentGateway, payment.gateway),
  status: enumName(PaymentStatus, payment.status),
});

const presentShipping = (shipping: Shipping): ShippingJson => ({
  method_type: enumName(ShippingMethod, shipping.methodType),
  method_name: shipping.methodName,
  price: pesos(shipping.priceCentavos),
  address: shipping.address === undefined ? null : presentPostalAddress(shipping.address),
  recipient_name: shipping.recipientName,
  recipient_phone: shipping.recipientPhone,
  recipient_document: shipping.recipientDocument,
  carrier: shipping.carrier ?? null,
  tracking_number: shipping.trackingNumber ?? null,
  tracking_url: shipping.trackingUrl ?? null,
});

/** Contract, section 2, "Order (sale)". */
export const presentOrder = (order: Order, grants: Grants): OrderJson => ({
  id: order.id,
  order_number: order.orderNumber,
  status: order.status,
  source: enumName(OrderSource, order.source),
  shop_id: order.shopId,
  seller_shop_ids: order.sellerShopIds,
  customer: presentCustomer(order.customer),
  line_items: order.lineItems.map((line) => presentLineItem(line, grants)),
  total: pesos(order.totalCentavos),
  discount: pesos(order.discountCentavos),
  currency: 'ARS',
  payment: presentPayment(present(order.payment, 'payment')),
  shipping: order.shipping === undefined ? null : presentShipping(order.shipping),
  created_at: iso(order.createdAtMs),
  updated_at: iso(order.updatedAtMs),
});

/** Orders as encoded by the orders service. */
export const orderResource: Resource<Order, OrderJson> = {
  decode: (bytes) => Order.decode(bytes),
  present: presentOrder,
};
