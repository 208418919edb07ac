import { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { storedEncoding } from '@commerce/service-kit/db/stored-encoding.ts';
import { productLockMany } from './product-load.ts';
import { PRODUCT_ENCODING } from './product-row.ts';

const STORE_MESSAGE = storeStatement(
  'product-update-message',
  'update product set message = $3, encoding = $4 where store_id = $1 and id = $2',
);

/** The encoding of products. */
export const productEncoding = (db: Database): Encoding =>
  storedEncoding(db, {
    current: PRODUCT_ENCODING,
    read: (message) => Product.decode(message),
    store: STORE_MESSAGE,
    encodeLocked: async (tx, storeId, id) => {
      const [record] = await productLockMany(tx, storeId, [id]);
      return record && Product.encode(record.product).finish();
    },
  });
