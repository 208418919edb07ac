import type { SearchOrdersRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { FieldCheck } from './field-check.ts';
import { isOrderNumber } from './order.ts';

const MAX_WORD = 64;
const MIN_TEXT = 3;
const MAX_TEXT = 100;
/** The end of the year 9999, in ms: later than every order. */
export const END_OF_TIME_MS = 253_402_300_799_999;

/**
 * Checks a search. A value that no order can have is valid, and finds none.
 * @throws Fault invalid_request naming every bad field
 */
export function checkSearch(request: SearchOrdersRequest): void {
  const check = new FieldCheck();
  check.optionalText('status', request.status, MAX_WORD);
  check.optionalText('source', request.source, MAX_WORD);
  check.optionalText('shop_id', request.shopId, MAX_WORD);
  check.optionalText('payment_status', request.paymentStatus, MAX_WORD);
  check.optionalText('customer_id', request.customerId, MAX_WORD);
  if (request.text !== undefined && !isOrderNumber(request.text))
    check.text('text', request.text, MIN_TEXT, MAX_TEXT);
  for (const [field, ms] of [
    ['created_from_ms', request.createdFromMs],
    ['created_until_ms', request.createdUntilMs],
  ] as const)
    if (ms !== undefined && (ms < 0 || ms > END_OF_TIME_MS))
      check.refuse(field, 'Must be a time before the year 10000.');
  check.done();
}
