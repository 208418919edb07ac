import { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { orderLock } from './order-load.ts';
import { ORDER_ENCODING } from './order-row.ts';

const STORE_MESSAGE = storeStatement(
  'order-update-message',
  'update "order" set message = $3, encoding = $4 where store_id = $1 and id = $2',
);

/** The encoding of orders: a message that an older program wrote is rebuilt when it is first read. */
export function orderEncoding(db: Database): Encoding {
  return {
    current: ORDER_ENCODING,
    rebuild: (storeId, id) =>
      db.transaction(async (tx) => {
        const record = await orderLock(tx, storeId, id);
        if (record === undefined) return new Uint8Array(0);
        const message = Buffer.from(Order.encode(record.order).finish());
        await tx.rows(STORE_MESSAGE, [storeId, id, message, ORDER_ENCODING]);
        return message;
      }),
  };
}
