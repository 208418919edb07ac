import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ImportedProduct } from '../domain/csv/imported-product.ts';

const INSERT = storeStatement(
  'product_import_item-insert-many',
  `insert into product_import_item (store_id, import_id, place, line, handle, content, action, state, product_id)
   select i.store_id, i.id, r.place, r.line, r.handle, r.content, r.action, 'pending', r.product_id
   from json_to_recordset($3) as r (place integer, line integer, handle text, content jsonb, action text, product_id text)
   cross join product_import i where i.store_id = $1 and i.id = $2`,
);
const LIST = storeStatement(
  'product_import_item-list-by_place',
  `select place, line, handle, content, action, state, product_id, todo from product_import_item
   where store_id = $1 and import_id = $2 and place > $3 order by place limit $4`,
);
const LIST_TO_WRITE = storeStatement(
  'product_import_item-list-to_write',
  `select place, line, handle, content, action, state, product_id, todo from product_import_item
   where store_id = $1 and import_id = $2 and place > $3 and action <> 'none' order by place limit $4`,
);
const UPDATE = storeStatement(
  'product_import_item-update-many',
  `update product_import_item i set state = r.state, product_id = r.product_id, todo = r.todo
   from json_to_recordset($3) as r (place integer, state text, product_id text, todo jsonb)
   where i.store_id = $1 and i.import_id = $2 and i.place = r.place`,
);

/** What is left to do for a product that has been written: nothing is sold before it has its price. */
export interface ItemTodo {
  /** It was created by the import. */
  isNew: boolean;
  /** It differs from what was there. */
  isChanged: boolean;
  /** It is to be no draft. */
  publish: boolean;
  /** Variants that are to be active. */
  activate: string[];
  /** The variant of each of the file's. */
  variantIds: string[];
}

/** A product of an import. */
export interface ItemRow {
  place: number;
  line: number;
  handle: string;
  content: ImportedProduct;
  action: 'create' | 'update' | 'none';
  state: 'pending' | 'written' | 'done' | 'refused';
  product_id: string | null;
  todo: ItemTodo | null;
}

/** Adds products of an import. */
export async function importItemInsertMany(
  tx: Queryable,
  storeId: string,
  importId: string,
  items: Omit<ItemRow, 'state' | 'todo'>[],
): Promise<void> {
  await tx.rows(INSERT, [storeId, importId, JSON.stringify(items, storable)]);
}

/** jsonb takes no NUL; what has one is an error of the file, and shown only. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;

/** Products of an import after a place, those with errors too. */
export async function importItemList(
  db: Queryable,
  storeId: string,
  importId: string,
  afterPlace: number,
  limit: number,
): Promise<ItemRow[]> {
  return db.rows<ItemRow>(LIST, [storeId, importId, afterPlace, limit]);
}

/** Products of an import after a place that are written to the catalogue. */
export async function importItemListToWrite(
  db: Queryable,
  storeId: string,
  importId: string,
  afterPlace: number,
  limit: number,
): Promise<ItemRow[]> {
  return db.rows<ItemRow>(LIST_TO_WRITE, [storeId, importId, afterPlace, limit]);
}

/** Notes how far products of an import are. */
export async function importItemUpdateMany(
  tx: Queryable,
  storeId: string,
  importId: string,
  items: Pick<ItemRow, 'place' | 'state' | 'product_id' | 'todo'>[],
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ place, state, product_id, todo }) => ({ place, state, product_id, todo }));
  await tx.rows(UPDATE, [storeId, importId, JSON.stringify(rows)]);
}
