import type { IdPrefix } from '@commerce/service-kit/ids.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentGateway,
  PaymentStatus,
  ShippingMethod,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import type { SeedOrder } from '../../src/seed.ts';

/** 2026-01-01, the creation time of the first test orders. */
export const T0 = Date.UTC(2026, 0, 1);

/** An order id with a number. */
export const orderId = (n: number): string => `ord_0${String(n).padStart(25, '0')}`;

/** An id of any kind with a number. */
export const idOf = (prefix: IdPrefix, n: number): string => `${prefix}_0${String(n).padStart(25, '0')}`;

/** An order with defaults, which `fields` override. */
export function orderRecord(storeId: string, n: number, fields: Partial<Order> = {}): SeedOrder {
  const order: Order = {
    id: orderId(n),
    orderNumber: String(1001 + n),
    status: 'pending',
    source: OrderSource.POS,
    shopId: 'shp_1',
    sellerShopIds: ['shp_1'],
    customer: undefined,
    lineItems: [],
    totalCentavos: 150_000,
    discountCentavos: 0,
    payment: { gateway: PaymentGateway.CASH, status: PaymentStatus.PAID },
    shipping: undefined,
    createdAtMs: T0,
    updatedAtMs: T0,
    ...fields,
  };
  return { storeId, order };
}

/** An order with a value in every field. */
export function fullOrder(storeId: string, n: number): SeedOrder {
  return orderRecord(storeId, n, {
    source: OrderSource.ONLINE,
    sellerShopIds: ['shp_1', 'shp_2'],
    customer: {
      id: 'cus_1',
      name: 'Ana "La Ñata" Gómez',
      email: 'ana@example.com',
      phone: '+54 11 5555-0001',
    },
    lineItems: [
      {
        productId: 'prd_1',
        variantId: 'var_1',
        sku: 'SKU-1',
        name: 'Zapatilla\t42 \\ 日本',
        quantity: 2,
        unitPriceCentavos: 4_500_050,
        totalCentavos: 9_000_100,
        isCustom: false,
        cogsCentavos: 0,
      },
      {
        productId: undefined,
        variantId: undefined,
        sku: undefined,
        name: 'Grabado a mano',
        quantity: 1,
        unitPriceCentavos: 100,
        totalCentavos: 100,
        isCustom: true,
        cogsCentavos: undefined,
      },
    ],
    totalCentavos: 99_999_999_999_999,
    discountCentavos: 1,
    payment: { gateway: PaymentGateway.CARD_ONLINE, status: PaymentStatus.AUTHORIZED },
    shipping: {
      methodType: ShippingMethod.CARRIER,
      methodName: 'Andreani',
      priceCentavos: 350_000,
      address: {
        street: 'Av. Corrientes',
        streetNumber: '1234',
        apartment: '5° B',
        city: 'Buenos Aires',
        state: 'CABA',
        postalCode: 'C1043',
        notes: undefined,
      },
      recipientName: 'Ana Gómez',
      recipientPhone: '+54 11 5555-0001',
      recipientDocument: '30111222',
      carrier: 'Andreani',
      trackingNumber: 'AR-1',
      trackingUrl: undefined,
    },
  });
}
