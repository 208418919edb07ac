import type { SearchOrdersRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { FieldCheck } from './field-check.ts';
import { isOrderNumber } from './order.ts';

const LONGEST_WORD = 64;
const SHORTEST_TEXT = 3;
const LONGEST_TEXT = 100;
/** After every order, in ms. */
const LAST_MS = 253_402_300_799_999;

/**
 * Checks what is searched for. What no order can have is no mistake, it is not found.
 * @throws Fault invalid_request naming every bad field
 */
export function checkSearch(request: SearchOrdersRequest): void {
  const check = new FieldCheck();
  check.optionalText('status', request.status, LONGEST_WORD);
  check.optionalText('source', request.source, LONGEST_WORD);
  check.optionalText('shop_id', request.shopId, LONGEST_WORD);
  check.optionalText('payment_status', request.paymentStatus, LONGEST_WORD);
  check.optionalText('customer_id', request.customerId, LONGEST_WORD);
  if (request.text !== undefined && !isOrderNumber(request.text))
    check.text('text', request.text, SHORTEST_TEXT, LONGEST_TEXT);
  for (const [field, ms] of [
    ['created_from_ms', request.createdFromMs],
    ['created_until_ms', request.createdUntilMs],
  ] as const)
    if (ms !== undefined && (ms < 0 || ms > LAST_MS))
      check.refuse(field, 'Must be a time up to the year 9999.');
  check.done();
}

/** The time before which orders were made when nothing bounds it, in ms. */
export const END_OF_TIME_MS = LAST_MS;
