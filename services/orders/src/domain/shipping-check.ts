import type { Shipping } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { isWebUrl, NOT_A_WEB_URL } from '@commerce/texts/urls.ts';
import type { Tracking } from './change-shipping.ts';
import { FieldCheck } from './field-check.ts';
import { METHOD_TYPES } from './handover.ts';

const MAX_NUMBER = 100;
const MAX_TEXT = 200;
const MAX_NOTES = 500;

/**
 * Checks tracking data: at least one of the two, a number of 1 to 100 characters, an http or https URL of at most 2,048.
 * @throws Fault invalid_request
 */
export function checkTracking(tracking: Tracking): void {
  const check = new FieldCheck();
  if (tracking.trackingNumber === undefined && tracking.trackingUrl === undefined)
    check.refuse('tracking_number', 'Give tracking_number, tracking_url or both.');
  checkTrackingFields(check, '', tracking);
  check.done();
}

/**
 * The shipping of a request.
 * @throws Fault invalid_request when it is missing or invalid
 */
export function requireShipping(shipping: Shipping | undefined): Shipping {
  const check = new FieldCheck();
  if (shipping === undefined) check.refuse('shipping', 'Is required.');
  else checkShipping(check, shipping);
  check.done();
  return shipping!;
}

/** Checks the shipping of a request. */
export function checkShipping(check: FieldCheck, shipping: Shipping): void {
  const { address } = shipping;
  check.oneOf('shipping.method_type', shipping.methodType, METHOD_TYPES);
  check.text('shipping.method_name', shipping.methodName, 1, MAX_TEXT);
  check.amount('shipping.price_centavos', shipping.priceCentavos);
  check.text('shipping.recipient_name', shipping.recipientName, 0, MAX_TEXT);
  check.text('shipping.recipient_phone', shipping.recipientPhone, 0, MAX_NUMBER);
  check.text('shipping.recipient_document', shipping.recipientDocument, 0, MAX_NUMBER);
  check.optionalText('shipping.carrier', shipping.carrier, MAX_TEXT);
  checkTrackingFields(check, 'shipping.', shipping);
  if (address === undefined) {
    if (shipping.methodType !== 'pickup') check.refuse('shipping.address', 'Is required.');
    return;
  }
  for (const field of ['street', 'streetNumber', 'city', 'state', 'postalCode'] as const)
    check.text(`shipping.address.${snake(field)}`, address[field], 0, MAX_TEXT);
  check.optionalText('shipping.address.apartment', address.apartment, MAX_TEXT);
  check.optionalLines('shipping.address.notes', address.notes, MAX_NOTES);
}

function checkTrackingFields(check: FieldCheck, prefix: string, tracking: Partial<Tracking>): void {
  check.optionalText(`${prefix}tracking_number`, tracking.trackingNumber, MAX_NUMBER);
  const { trackingUrl: url } = tracking;
  if (url !== undefined && !isWebUrl(url)) check.refuse(`${prefix}tracking_url`, NOT_A_WEB_URL);
}

const snake = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
