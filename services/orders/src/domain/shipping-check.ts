import type { Shipping } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { ShippingMethod } from '@commerce/proto/commerce/orders/v1/values.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { isWebUrl, NOT_A_WEB_URL } from '@commerce/texts/urls.ts';
import type { Tracking } from './change-shipping.ts';

const MAX_NUMBER = 100;
const MAX_TEXT = 200;
const MAX_NOTES = 500;

/**
 * Checks tracking data: at least one of the two, a number of 1 to 100 characters, an http or https URL of at most 2,048.
 * @throws Fault invalid_request
 */
export function checkTracking(tracking: Tracking): void {
  const errors = new FieldErrors();
  if (tracking.trackingNumber === undefined && tracking.trackingUrl === undefined)
    errors.add('tracking_number', 'Give tracking_number, tracking_url or both.');
  checkTrackingFields(errors, '', tracking);
  errors.throwIfAny();
}

/**
 * The shipping of a request.
 * @throws Fault invalid_request when it is missing or invalid
 */
export function requireShipping(shipping: Shipping | undefined): Shipping {
  const errors = new FieldErrors();
  if (shipping === undefined) errors.addMissing('shipping');
  else checkShipping(errors, shipping);
  errors.throwIfAny();
  return shipping!;
}

/** Checks the shipping of a request. */
export function checkShipping(errors: FieldErrors, shipping: Shipping): void {
  const { address } = shipping;
  errors.enumValue('shipping.method_type', shipping.methodType, ShippingMethod);
  errors.line('shipping.method_name', shipping.methodName, 1, MAX_TEXT);
  errors.amount('shipping.price_centavos', shipping.priceCentavos);
  errors.line('shipping.recipient_name', shipping.recipientName, 0, MAX_TEXT);
  errors.line('shipping.recipient_phone', shipping.recipientPhone, 0, MAX_NUMBER);
  errors.line('shipping.recipient_document', shipping.recipientDocument, 0, MAX_NUMBER);
  if (shipping.carrier !== undefined) errors.line('shipping.carrier', shipping.carrier, 1, MAX_TEXT);
  checkTrackingFields(errors, 'shipping.', shipping);
  if (address === undefined) {
    if (shipping.methodType !== ShippingMethod.PICKUP) errors.addMissing('shipping.address');
    return;
  }
  for (const field of ['street', 'streetNumber', 'city', 'state', 'postalCode'] as const)
    errors.line(`shipping.address.${snake(field)}`, address[field], 0, MAX_TEXT);
  if (address.apartment !== undefined)
    errors.line('shipping.address.apartment', address.apartment, 1, MAX_TEXT);
  if (address.notes !== undefined) errors.lines('shipping.address.notes', address.notes, 1, MAX_NOTES);
}

function checkTrackingFields(errors: FieldErrors, prefix: string, tracking: Partial<Tracking>): void {
  if (tracking.trackingNumber !== undefined)
    errors.line(`${prefix}tracking_number`, tracking.trackingNumber, 1, MAX_NUMBER);
  const { trackingUrl: url } = tracking;
  if (url !== undefined && !isWebUrl(url)) errors.add(`${prefix}tracking_url`, NOT_A_WEB_URL);
}

const snake = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
