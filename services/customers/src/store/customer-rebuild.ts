import { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { storedEncoding } from '@commerce/service-kit/db/stored-encoding.ts';
import { toldOf } from '../domain/customer.ts';
import { customerLock } from './customer-load.ts';
import { CUSTOMER_ENCODING } from './customer-row.ts';

const STORE_MESSAGE = storeStatement(
  'customer-update-message',
  'update customer set message = $3, encoding = $4 where store_id = $1 and id = $2',
);

/** The encoding of customers. */
export const customerEncoding = (db: Database): Encoding =>
  storedEncoding(db, {
    current: CUSTOMER_ENCODING,
    read: (message) => Customer.decode(message),
    store: STORE_MESSAGE,
    encodeLocked: async (tx, storeId, id) => {
      const record = await customerLock(tx, storeId, id);
      return record && Customer.encode(toldOf(record)).finish();
    },
  });
