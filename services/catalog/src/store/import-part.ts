import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const SAVE = storeStatement(
  'product_import_part-save',
  `insert into product_import_part (store_id, import_id, number, data)
   select i.store_id, i.id, $3, $4 from product_import i where i.store_id = $1 and i.id = $2
   on conflict (store_id, import_id, number) do update set data = excluded.data`,
);
const FIND_SIZE = storeStatement(
  'product_import_part-find-size',
  `select coalesce(sum(octet_length(data)), 0)::int as size from product_import_part
   where store_id = $1 and import_id = $2`,
);

/** Saves a part of a file, or replaces it. @returns the size of all parts, in bytes */
export async function importPartSave(
  tx: Queryable,
  storeId: string,
  importId: string,
  number: number,
  data: Uint8Array,
): Promise<number> {
  if (data.length > 0) await tx.rows(SAVE, [storeId, importId, number, Buffer.from(data)]);
  const [row] = await tx.rows<{ size: number }>(FIND_SIZE, [storeId, importId]);
  return row!.size;
}

const LIST_NUMBERS = storeStatement(
  'product_import_part-list-numbers',
  'select number from product_import_part where store_id = $1 and import_id = $2 order by number',
);
const FIND = storeStatement(
  'product_import_part-find',
  'select data from product_import_part where store_id = $1 and import_id = $2 and number = $3',
);

/** The file of an import, fetched part by part so that no statement takes long; empty once the file has been read. */
export async function importPartList(db: Queryable, storeId: string, importId: string): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (const { number } of await db.rows<{ number: number }>(LIST_NUMBERS, [storeId, importId])) {
    const [row] = await db.rows<{ data: Buffer }>(FIND, [storeId, importId, number]);
    if (row !== undefined) parts.push(row.data);
  }
  return parts;
}

const DELETE_ALL = storeStatement(
  'product_import_part-delete-all',
  'delete from product_import_part where store_id = $1 and import_id = $2',
);

/** Deletes the file of an import. */
export async function importPartDeleteAll(tx: Queryable, storeId: string, importId: string): Promise<void> {
  await tx.rows(DELETE_ALL, [storeId, importId]);
}
