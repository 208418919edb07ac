import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import { CustomerType, type Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import {
  OrderSource,
  PaymentGateway,
  PaymentStatus,
  ShippingMethod,
} from '@commerce/proto/commerce/orders/v1/values.ts';
import { IDS, TIMES } from './ids.ts';

const { createdMs: createdAtMs, updatedMs: updatedAtMs } = TIMES;

const address: PostalAddress = {
  street: 'Defensa',
  streetNumber: '567',
  apartment: '3 B',
  city: 'CABA',
  state: 'Ciudad Autónoma de Buenos Aires',
  postalCode: 'C1065',
  notes: 'Timbre 3 B, después de las 15 h.',
};

const bareAddress: PostalAddress = {
  street: 'San Martín',
  streetNumber: '12',
  city: 'Mendoza',
  state: 'Mendoza',
  postalCode: 'M5500',
};

/** Online sale that was shipped. */
export const exampleOrder: Order = {
  id: IDS.order,
  orderNumber: '1001',
  status: 'shipped',
  source: OrderSource.ONLINE,
  shopId: IDS.shop,
  sellerShopIds: [IDS.shop],
  customer: { id: IDS.customer, name: 'Ana Pérez', email: 'ana@example.com', phone: '+54 11 5555-0101' },
  lineItems: [
    {
      productId: IDS.product,
      variantId: IDS.variant,
      sku: 'REM-ALG-M',
      name: 'Remera de algodón - M / Blanco',
      quantity: 2,
      unitPriceCentavos: 1_519_990,
      totalCentavos: 3_039_980,
      isCustom: false,
      cogsCentavos: 1_700_100,
    },
    {
      name: 'Envoltorio para regalo',
      quantity: 1,
      unitPriceCentavos: 50_000,
      totalCentavos: 50_000,
      isCustom: true,
    },
  ],
  totalCentavos: 3_339_980,
  discountCentavos: 0,
  payment: { gateway: PaymentGateway.CARD_ONLINE, status: PaymentStatus.PAID },
  shipping: {
    methodType: ShippingMethod.CARRIER,
    methodName: 'Correo a domicilio',
    priceCentavos: 250_000,
    address,
    recipientName: 'Ana Pérez',
    recipientPhone: '+54 11 5555-0101',
    recipientDocument: '30123456',
    carrier: 'Correo Argentino',
    trackingNumber: 'CA123456789AR',
    trackingUrl: 'https://tracking.example.com/CA123456789AR',
  },
  createdAtMs,
  updatedAtMs,
};

/** Sale at the counter to an unknown buyer. */
export const bareOrder: Order = {
  id: IDS.counterOrder,
  orderNumber: '1002',
  status: 'delivered',
  source: OrderSource.POS,
  shopId: IDS.shop,
  sellerShopIds: [],
  customer: undefined,
  lineItems: [
    {
      productId: IDS.simpleProduct,
      name: 'Yerba 1 kg',
      quantity: 3,
      unitPriceCentavos: 425_000,
      totalCentavos: 1_275_000,
      isCustom: false,
    },
  ],
  totalCentavos: 1_147_500,
  discountCentavos: 127_500,
  payment: { gateway: PaymentGateway.CASH, status: PaymentStatus.PAID },
  shipping: undefined,
  createdAtMs,
  updatedAtMs,
};

/** Order for pickup: a shipment without address and tracking. */
export const pickupOrder: Order = {
  ...bareOrder,
  status: 'preparing',
  source: OrderSource.PHONE,
  payment: { gateway: PaymentGateway.CASH, status: PaymentStatus.PENDING },
  shipping: {
    methodType: ShippingMethod.PICKUP,
    methodName: 'Retiro en sucursal',
    priceCentavos: 0,
    address: undefined,
    recipientName: 'Juan Gómez',
    recipientPhone: '+54 261 555-0199',
    recipientDocument: '28765432',
  },
};

/** Customer with two addresses. */
export const exampleCustomer: Customer = {
  id: IDS.customer,
  name: 'Ana Pérez',
  email: 'ana@example.com',
  phone: '+54 11 5555-0101',
  dni: '30123456',
  customerType: CustomerType.INDIVIDUAL,
  tags: ['mayorista'],
  shippingAddresses: [address, bareAddress],
  createdAtMs,
  updatedAtMs,
};

/** Customer without optional data. */
export const bareCustomer: Customer = {
  id: IDS.customer,
  name: 'Kiosco El Sol SRL',
  email: '',
  phone: '',
  customerType: CustomerType.COMPANY,
  tags: [],
  shippingAddresses: [],
  createdAtMs,
  updatedAtMs,
};
