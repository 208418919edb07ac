import { CreateOrderResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { eraseFromRecords } from '@commerce/service-kit/write/erase.ts';
import { anonymousOrder } from '../domain/erased-buyer.ts';

/** Removes a buyer from the answers that are recorded with idempotency keys. */
export const recordedAnswerErase = (tx: Queryable, storeId: string, customerId: string): Promise<void> =>
  eraseFromRecords(tx, storeId, customerId, (response) => {
    // Every answer with a buyer has the order in field 1.
    const { order } = CreateOrderResponse.decode(response);
    return CreateOrderResponse.encode({ order: order && anonymousOrder(order) }).finish();
  });
