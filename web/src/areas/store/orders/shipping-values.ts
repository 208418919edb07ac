import type { METHOD_TYPES, OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import type { InputOf } from '@commerce/console-api/route.ts';
import type { orderRoutes } from '@commerce/console-api/routes/orders.ts';

/** Values of a shipping form; empty strings for missing fields. */
export interface ShippingValues {
  methodType: (typeof METHOD_TYPES)[number];
  methodName: string;
  priceCentavos: number | null;
  address: {
    street: string;
    streetNumber: string;
    apartment: string;
    city: string;
    state: string;
    postalCode: string;
    notes: string;
  };
  recipientName: string;
  recipientPhone: string;
  recipientDocument: string;
  carrier: string;
}

/** Form values of an order's shipping, or of none. */
export function shippingValues(shipping: OrderDetail['shipping'], methodName = ''): ShippingValues {
  const address = shipping?.address;
  return {
    methodType: shipping?.methodType ?? 'local_delivery',
    methodName: shipping?.methodName ?? methodName,
    priceCentavos: shipping?.priceCentavos ?? 0,
    address: {
      street: address?.street ?? '',
      streetNumber: address?.streetNumber ?? '',
      apartment: address?.apartment ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      postalCode: address?.postalCode ?? '',
      notes: address?.notes ?? '',
    },
    recipientName: shipping?.recipientName ?? '',
    recipientPhone: shipping?.recipientPhone ?? '',
    recipientDocument: shipping?.recipientDocument ?? '',
    carrier: shipping?.carrier ?? '',
  };
}

/** Request body of a form: a pickup keeps the address that it had. */
export function shippingOf(
  { priceCentavos, address, ...rest }: ShippingValues,
  before: OrderDetail['shipping'],
): Omit<InputOf<typeof orderRoutes.setShipping>['body'], 'version'> {
  return {
    ...rest,
    priceCentavos: priceCentavos ?? 0,
    address: rest.methodType === 'pickup' ? pickupAddress(before) : address,
    trackingNumber: before?.trackingNumber,
    trackingUrl: before?.trackingUrl,
  };
}

/** Required shipping fields that are empty, by their form paths, with the message for each. */
export function shippingProblems(
  shipping: ShippingValues,
  path: string,
  missing: string,
): Record<string, string> {
  const { street, streetNumber, city, state, postalCode } = shipping.address;
  const address = { street, streetNumber, city, state, postalCode };
  const needed = {
    methodName: shipping.methodName,
    recipientName: shipping.recipientName,
    ...(shipping.methodType === 'pickup'
      ? {}
      : Object.fromEntries(Object.entries(address).map(([name, value]) => [`address.${name}`, value]))),
  };
  const empty = Object.entries(needed).filter(([, value]) => value.trim() === '');
  return Object.fromEntries(empty.map(([name]) => [`${path}${name}`, missing]));
}

const pickupAddress = (before: OrderDetail['shipping']) =>
  before?.methodType === 'pickup' ? before.address : undefined;
