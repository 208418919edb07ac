import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const MAX_MATCHES = 20;

// By SKU the filters of listed products are looked at, which have those of variants too.
const FIND = storeStatement(
  'product-find-by_code',
  `select p.id as product_id, p.name as product_name, p.type, p.sku as product_sku, p.barcode as product_barcode,
     p.images[1] as product_image, v.id as variant_id, v.name as variant_name, v.sku, v.barcode, v.images[1] as image
   from (
     select f.product_id as id from product_filter f where f.store_id = $1 and f.filter = 'sku' and f.value = $2
     union select b.id from product b where b.store_id = $1 and b.barcode = $2
     union select w.product_id from variant w where w.store_id = $1 and w.barcode = $2
   ) c
   join product p on p.store_id = $1 and p.id = c.id
   left join variant v on v.store_id = $1 and v.product_id = p.id and v.is_active and (v.sku = $2 or v.barcode = $2)
   where p.is_active and not p.is_draft and (v.id is not null or p.sku = $2 or p.barcode = $2)
   order by p.id, v.position limit ${MAX_MATCHES}`,
);

/** A product, or one of its variants, that has a code. */
export interface CodeRow {
  product_id: string;
  product_name: string;
  type: string;
  product_sku: string | null;
  product_barcode: string | null;
  product_image: string | null;
  variant_id: string | null;
  variant_name: string | null;
  sku: string | null;
  barcode: string | null;
  image: string | null;
}

/** Active products and variants of a store that have a SKU or barcode. */
export async function productFindByCode(db: Queryable, storeId: string, code: string): Promise<CodeRow[]> {
  return db.rows<CodeRow>(FIND, [storeId, code]);
}
