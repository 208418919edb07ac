import * as z from 'zod';
import { enumNames, type EnumName } from '@commerce/proto/enum.ts';
import type { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type {
  Order,
  OrderHistoryEntry,
  ReturnedItem,
  Shipping,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentGateway,
  PaymentPath,
  PaymentStatus,
  ShippingMethod,
  type HistoryEntryKind,
  type PaidVia,
  type PaymentEntryKind,
  type StatusKind,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Json } from '../json.ts';
import { version } from '../route.ts';

/** Sales channels of orders. */
export const SOURCES = enumNames(OrderSource);
/** Means of payment. */
export const PAYMENT_GATEWAYS = enumNames(PaymentGateway);
/** Means by which money changes hands: all but a credit account. */
export const moneyGateway = z.enum(PAYMENT_GATEWAYS).exclude(['credit_account']);
/** Statuses of payments. */
export const PAYMENT_STATUSES = enumNames(PaymentStatus);
/** Shipping method types. */
export const METHOD_TYPES = enumNames(ShippingMethod);
/** Maximum amount, in centavos. */
export const MAX_CENTAVOS = 100_000_000_000_000;

/** An id in a body or query. */
export const id = z.string().min(1).max(64);
/** A text of at least one character. */
export const text = (max: number) => z.string().trim().min(1).max(max);
/** An empty string counts as absent. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => (value === '' ? undefined : value))
    .optional();
/** An amount in centavos. */
export const centavos = z.number().int().min(0).max(MAX_CENTAVOS);
/** An amount in centavos that moves. */
export const amount = centavos.min(1);
/** A note of the merchant. */
export const notes = optionalText(2_000);

/** Line of a new order with a product. */
export const productLine = z.strictObject({
  productId: id,
  variantId: id.optional(),
  quantity: z.number().int().min(1).max(1_000_000),
});
/** Line of a new order typed in with its price. */
export const customLine = z.strictObject({
  name: text(200),
  unitPriceCentavos: centavos,
  quantity: z.number().int().min(1).max(1_000_000),
});
/** Line of a new order. */
export const newLine = z.union([productLine, customLine]);

/** Line of an order that stays when it is edited, by its index. */
export const keptLine = z.strictObject({
  index: z.number().int().min(0).max(499),
  quantity: z.number().int().min(1).max(1_000_000),
});

/** The whole shipping of an order. */
export const shipping = z.strictObject({
  methodType: z.enum(METHOD_TYPES),
  methodName: text(200),
  priceCentavos: centavos,
  address: z
    .strictObject({
      street: text(200),
      streetNumber: text(20),
      apartment: optionalText(50),
      city: text(100),
      state: text(100),
      postalCode: text(20),
      notes: optionalText(500),
    })
    .optional(),
  recipientName: text(200),
  recipientPhone: z.string().trim().max(100),
  recipientDocument: z.string().trim().max(100),
  carrier: optionalText(100),
  trackingNumber: optionalText(100),
  trackingUrl: optionalText(2_048),
});

/** Shipping of an order to create or change. */
export type ShippingBody = z.output<typeof shipping>;

/** Update of the payment of an order. */
export const payment = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('confirmed'),
    gateway: moneyGateway.optional(),
    amountCentavos: amount.optional(),
    version,
  }),
  z.strictObject({
    outcome: z.literal('paid'),
    path: z.enum(enumNames(PaymentPath)),
    amountCentavos: amount.optional(),
    version,
  }),
  z.strictObject({ outcome: z.literal('authorized'), path: z.enum(enumNames(PaymentPath)), version }),
  z.strictObject({ outcome: z.literal('failed'), version }),
]);

/** Change of the payment of an order. */
export type PaymentBody = z.output<typeof payment>;

/** Order as shown in the list. */
export interface OrderSummary {
  id: string;
  orderNumber: string;
  status: string;
  source: string;
  shopName: string;
  /** Null when the buyer is unknown. */
  customerName: string | null;
  /** Total units over its lines. */
  units: number;
  totalCentavos: number;
  paymentGateway: string;
  paymentStatus: string;
  /** Null for a sale handed over at the counter. */
  methodType: string | null;
  createdAt: string;
}

/** Order; costs are included only for roles that may see them. */
export type OrderDetail = Omit<Json<Order>, 'source' | 'payment' | 'shipping'> & {
  source: EnumName<typeof OrderSource>;
  payment: { gateway: EnumName<typeof PaymentGateway>; status: EnumName<typeof PaymentStatus> };
  /** Absent for a sale handed over at the counter. */
  shipping?:
    | (Omit<Json<Shipping>, 'methodType'> & { methodType: EnumName<typeof ShippingMethod> })
    | undefined;
  shopName: string;
};

/** Status of a store's flow. */
export interface FlowStep {
  /** Name in the API. */
  status: string;
  /** Name shown to the merchant. */
  label: string;
  kind: EnumName<typeof StatusKind>;
}

/** Entry of an order's history. */
export type HistoryEntry = Pick<OrderHistoryEntry, 'from' | 'to' | 'notes' | 'actorId'> & {
  kind: EnumName<typeof HistoryEntryKind>;
  /** Of a payment. */
  paidVia?: EnumName<typeof PaidVia> | undefined;
  /** Of a payment. */
  gateway?: EnumName<typeof PaymentGateway> | undefined;
  /** Of a payment or refund. */
  amountCentavos?: number | undefined;
  /** Of a return. */
  returned: ReturnedItem[];
  actorKind: EnumName<typeof Actor_Kind>;
  at: string;
  /** Name of the actor, where known. */
  actorName: string | null;
};

/** A payment of an order, or a refund. */
export interface OrderPayment {
  kind: EnumName<typeof PaymentEntryKind>;
  gateway: EnumName<typeof PaymentGateway>;
  amountCentavos: number;
  at: string;
  /** Name of the person who recorded it, where known. */
  actorName: string | null;
}

/** Money of an order. */
export interface OrderPayments {
  items: OrderPayment[];
  paidCentavos: number;
  refundedCentavos: number;
  /** Owed by the buyer; negative when the buyer is owed. */
  balanceCentavos: number;
}

/** Order to be printed. */
export type OrderSheet = OrderDetail & Pick<OrderPayments, 'balanceCentavos'>;

/** The order after a change. */
export interface OrderAnswer {
  order: OrderDetail;
}

/** Order settings of the store. */
export interface OrderSettings {
  /** Time that an unpaid online order waits for its payment, in ms. */
  orderExpiryMs: number;
  /** Maximum discount of a line and of an order for roles that cannot change settings, in hundredths of a percent. */
  discountLimitBp: number;
  version: string;
}
