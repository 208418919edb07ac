import type { SearchOrdersRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { hasTrigram } from '@commerce/service-kit/db/trigram.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { isOrderNumber } from './order.ts';

const MAX_WORD = 64;
const MIN_TEXT = 3;
const MAX_TEXT = 100;
/** The end of the year 9999, in ms: later than every order. */
export const END_OF_TIME_MS = 253_402_300_799_999;

/** How a text of a search is found. A text that contains no trigram would be compared with every buyer of the store. */
export interface TextSearch {
  text: string;
  /** It is searched in names and emails of buyers; a shorter one is the number of an order. */
  inBuyers: boolean;
  /** The trigram index of buyers can find it. */
  indexed: boolean;
}

/** Decides how a valid text is found. */
export const textSearchOf = (text: string): TextSearch => ({
  text,
  inBuyers: text.length >= MIN_TEXT,
  indexed: hasTrigram(text),
});

/**
 * Checks a search. A value that no order can have is valid, and finds none.
 * @throws Fault invalid_request naming every bad field
 */
export function checkSearch(request: SearchOrdersRequest): void {
  const errors = new FieldErrors();
  const { status, source, shopId, paymentStatus, customerId } = request;
  const words = { status, shop_id: shopId, customer_id: customerId };
  for (const [field, word] of Object.entries(words))
    if (word !== undefined) errors.line(field, word, 1, MAX_WORD);
  if (source !== undefined) errors.enumValue('source', source, OrderSource);
  if (paymentStatus !== undefined) errors.enumValue('payment_status', paymentStatus, PaymentStatus);
  if (request.text !== undefined && !isOrderNumber(request.text))
    errors.line('text', request.text, MIN_TEXT, MAX_TEXT);
  for (const [field, ms] of [
    ['created_from_ms', request.createdFromMs],
    ['created_until_ms', request.createdUntilMs],
  ] as const)
    if (ms !== undefined && (ms < 0 || ms > END_OF_TIME_MS))
      errors.add(field, 'Must be a time before the year 10000.');
  errors.throwIfAny();
}
