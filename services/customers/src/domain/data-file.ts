import { enumName } from '@commerce/proto/enum.ts';
import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import {
  CustomerType,
  type CustomerNote,
  type DataRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import type {
  LineItem,
  ListBuyerOrdersResponse_BuyerOrder,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  HistoryEntryKind,
  OrderSource,
  PaidVia,
  PaymentGateway,
  PaymentStatus,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { CustomerRecord } from './customer.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const amount = (centavos: number): number => centavos / 100;

/** The person in the file of a data request: everything stored about them except their orders. */
export function personInFile(record: CustomerRecord, requests: DataRequest[], notes: CustomerNote[]): object {
  const { customer, kind, documentType, documentNumber } = record;
  return {
    id: customer.id,
    kind,
    name: customer.name,
    email: customer.email,
    phone: customer.phone,
    document: documentType === null ? null : { type: documentType, number: documentNumber },
    customer_type: enumName(CustomerType, customer.customerType),
    tags: customer.tags,
    shipping_addresses: customer.shippingAddresses.map(addressInFile),
    created_at: iso(customer.createdAtMs),
    updated_at: iso(customer.updatedAtMs),
    data_requests: requests.map(({ requestId, requestedAtMs }) => ({
      request_id: requestId,
      requested_at: iso(requestedAtMs),
    })),
    notes: notes.map(({ text, createdAtMs }) => ({ text, created_at: iso(createdAtMs) })),
  };
}

const addressInFile = ({
  street,
  streetNumber,
  apartment,
  city,
  state,
  postalCode,
  notes,
}: PostalAddress) => ({
  street,
  street_number: streetNumber,
  apartment: apartment ?? null,
  city,
  state,
  postal_code: postalCode,
  notes: notes ?? null,
});

/** An order in the file of a data request: lines, payment, shipping and history, without data of the store such as costs and actors. */
export function orderInFile({ order, history }: ListBuyerOrdersResponse_BuyerOrder): object {
  const { customer, shipping, payment } = order!;
  return {
    order_number: order!.orderNumber,
    status: order!.status,
    source: enumName(OrderSource, order!.source),
    created_at: iso(order!.createdAtMs),
    buyer: customer && { name: customer.name, email: customer.email, phone: customer.phone },
    lines: order!.lineItems.map(lineInFile),
    discount: amount(order!.discountCentavos),
    total: amount(order!.totalCentavos),
    payment: payment && {
      gateway: enumName(PaymentGateway, payment.gateway),
      status: enumName(PaymentStatus, payment.status),
    },
    shipping: shipping
      ? {
          method_name: shipping.methodName,
          price: amount(shipping.priceCentavos),
          recipient_name: shipping.recipientName,
          recipient_phone: shipping.recipientPhone,
          recipient_document: shipping.recipientDocument,
          address: shipping.address ? addressInFile(shipping.address) : null,
          carrier: shipping.carrier ?? null,
          tracking_number: shipping.trackingNumber ?? null,
          tracking_url: shipping.trackingUrl ?? null,
        }
      : null,
    history: history.map(({ atMs, kind, from, to, paidVia, notes }) => ({
      at: iso(atMs),
      kind: enumName(HistoryEntryKind, kind),
      from,
      to,
      paid_via: paidVia === undefined ? undefined : enumName(PaidVia, paidVia),
      notes,
    })),
  };
}

const lineInFile = ({ name, sku, quantity, unitPriceCentavos, totalCentavos }: LineItem) => ({
  name,
  sku: sku ?? null,
  quantity,
  unit_price: amount(unitPriceCentavos),
  total: amount(totalCentavos),
});
