import { columnList } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { OrderRecord } from '../domain/order.ts';
import { Prisma as Schema } from '../generated/prisma/client.ts';
import { linesToRows } from './order-row.ts';

/** The columns of `order_line`. */
export const LINE_COLUMNS = columnList(Schema.OrderLineScalarFieldEnum);

const REPLACE = storeStatement(
  'order_line-replace-by_order',
  `with deleted as (
     delete from order_line l where store_id = $1 and order_id = any($2)
       and not exists (select from json_populate_recordset(null::order_line, $3) r
                       where r.order_id = l.order_id and r.position = l.position)
   )
   insert into order_line (${LINE_COLUMNS})
   select ${LINE_COLUMNS} from json_populate_recordset(null::order_line, $3) r where r.store_id = $1
   on conflict (store_id, order_id, position) do update set
     product_id = excluded.product_id, variant_id = excluded.variant_id, sku = excluded.sku, name = excluded.name,
     quantity = excluded.quantity, unit_price_centavos = excluded.unit_price_centavos,
     total_centavos = excluded.total_centavos, is_custom = excluded.is_custom, cogs_centavos = excluded.cogs_centavos,
     unit_discount_centavos = excluded.unit_discount_centavos`,
);

/** Replaces the lines of orders, whose rows this transaction has locked. */
export async function orderLineReplace(
  tx: Queryable,
  storeId: string,
  records: readonly OrderRecord[],
): Promise<void> {
  const ids = records.map(({ order }) => order.id);
  await tx.rows(REPLACE, [storeId, ids, JSON.stringify(records.flatMap(linesToRows))]);
}
