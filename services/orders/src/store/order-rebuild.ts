import { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { storedEncoding } from '@commerce/service-kit/db/stored-encoding.ts';
import { orderLock } from './order-load.ts';
import { ORDER_ENCODING } from './order-row.ts';

const STORE_MESSAGE = storeStatement(
  'order-update-message',
  'update "order" set message = $3, encoding = $4 where store_id = $1 and id = $2',
);

/** The encoding of orders. */
export const orderEncoding = (db: Database): Encoding =>
  storedEncoding(db, {
    current: ORDER_ENCODING,
    read: (message) => Order.decode(message),
    store: STORE_MESSAGE,
    encodeLocked: async (tx, storeId, id) => {
      const record = await orderLock(tx, storeId, id);
      return record && Order.encode(record.order).finish();
    },
  });
