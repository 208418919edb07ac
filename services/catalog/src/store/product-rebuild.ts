import { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { productLock } from './product-load.ts';
import { PRODUCT_ENCODING } from './product-row.ts';

const STORE_MESSAGE = storeStatement(
  'product-update-message',
  'update product set message = $3, encoding = $4 where store_id = $1 and id = $2',
);

/** The encoding of products: a message that an older program wrote is rebuilt when it is first read. */
export function productEncoding(db: Database): Encoding {
  return {
    current: PRODUCT_ENCODING,
    rebuild: (storeId, id) =>
      db.transaction(async (tx) => {
        const record = await productLock(tx, storeId, id);
        if (record === undefined) return new Uint8Array(0);
        const message = Buffer.from(Product.encode(record.product).finish());
        await tx.rows(STORE_MESSAGE, [storeId, id, message, PRODUCT_ENCODING]);
        return message;
      }),
  };
}
