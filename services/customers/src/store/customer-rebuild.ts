import { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { toldOf } from '../domain/customer.ts';
import { customerLock } from './customer-load.ts';
import { CUSTOMER_ENCODING } from './customer-row.ts';

const STORE_MESSAGE = storeStatement(
  'customer-update-message',
  'update customer set message = $3, encoding = $4 where store_id = $1 and id = $2',
);

/** The encoding of customers: a message that an older program wrote is rebuilt when it is first read. */
export function customerEncoding(db: Database): Encoding {
  return {
    current: CUSTOMER_ENCODING,
    rebuild: (storeId, id) =>
      db.transaction(async (tx) => {
        const record = await customerLock(tx, storeId, id);
        if (record === undefined) return new Uint8Array(0);
        const message = Buffer.from(Customer.encode(toldOf(record)).finish());
        await tx.rows(STORE_MESSAGE, [storeId, id, message, CUSTOMER_ENCODING]);
        return message;
      }),
  };
}
