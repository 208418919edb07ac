import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { purgeOf } from '@commerce/service-kit/db/purge.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';

const tables = purgeOf([
  'reservation_line',
  'reservation',
  'stock_movement',
  'archive.stock_movement',
  'stock_item',
  'stock_settings',
  'shop',
]);

/** Lets this transaction delete from the ledger, which is append only otherwise (migrations/0002). */
const ALLOW = statement('stock_movement-allow-purge', `select set_config('inventory.purge', 'on', true)`);

/** Deletes a chunk of a test store's data; products stay as tombstones once their deletion is consumed. */
export async function storePurge(tx: Queryable, storeId: string): Promise<boolean> {
  await tx.rows(ALLOW, []);
  return tables(tx, storeId);
}
