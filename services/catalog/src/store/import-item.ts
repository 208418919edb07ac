import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ImportedProduct } from '../domain/csv/imported-product.ts';
import { storable } from './storable.ts';

/** Longest name that lists show. */
const MAX_NAME = 255;
/** A chunk has at most this and one more product. */
const CHUNK_BYTES = 400_000;

const INSERT = storeStatement(
  'product_import_item-insert-many',
  `insert into product_import_item (store_id, import_id, place, line, handle, content, summary, action, state, product_id)
   select i.store_id, i.id, r.place, r.line, r.handle, r.content, r.summary, r.action, 'pending', r.product_id
   from json_to_recordset($3) as r (
     place integer, line integer, handle text, content jsonb, summary jsonb, action text, product_id text)
   cross join product_import i where i.store_id = $1 and i.id = $2
   on conflict (store_id, import_id, place) do update set
     content = excluded.content, summary = excluded.summary, action = excluded.action, product_id = excluded.product_id`,
);
const LIST = storeStatement(
  'product_import_item-list-by_place',
  `select place, line, handle, summary, action, state, product_id from product_import_item
   where store_id = $1 and import_id = $2 and place > $3 order by place limit $4`,
);
const LIST_TO_WRITE = storeStatement(
  'product_import_item-list-to_write',
  `select place, line, handle, content, action, state, product_id, todo
   from (
     select *, sum(octet_length(content::text)) over (order by place) - octet_length(content::text) as bytes_before
     from (
       select * from product_import_item
       where store_id = $1 and import_id = $2 and place > $3 and action <> 'none' order by place limit $4
     ) next
   ) chunk where bytes_before < ${CHUNK_BYTES} order by place`,
);
const DELETE = storeStatement(
  'product_import_item-delete',
  'delete from product_import_item where store_id = $1 and import_id = $2',
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

/** What lists of products of an import show. */
export interface ItemSummary {
  name: string;
  /** The lowest of its variants, or its own; absent when the file has none. */
  priceCentavos?: number;
  variants: number;
  image?: string;
}

/** A product of an import. */
export interface ItemRow {
  place: number;
  line: number;
  handle: string;
  content: ImportedProduct;
  action: 'create' | 'update' | 'keep' | 'none';
  state: 'pending' | 'written' | 'done' | 'refused';
  product_id: string | null;
  todo: ItemTodo | null;
}

/** A product of an import that is being read. */
export type NewItem = Omit<ItemRow, 'state' | 'todo'>;

/** A product of an import as lists show it. */
export type ListedItem = Omit<ItemRow, 'content' | 'todo'> & { summary: ItemSummary };

/** Adds products of an import, or replaces those of the same places: a file may be read a second time after a crash. */
export async function importItemInsertMany(
  tx: Queryable,
  storeId: string,
  importId: string,
  items: NewItem[],
): Promise<void> {
  const rows = items.map((item) => ({ ...item, summary: summaryOf(item.content) }));
  await tx.rows(INSERT, [storeId, importId, JSON.stringify(rows, storable)]);
}

function summaryOf(content: ImportedProduct): ItemSummary {
  const prices = [content, ...content.variants].flatMap(({ amounts }) => amounts?.priceCentavos ?? []);
  return {
    name: (content.name ?? '').slice(0, MAX_NAME),
    ...(prices.length > 0 && { priceCentavos: Math.min(...prices) }),
    variants: content.variants.length,
    ...(content.images?.[0] !== undefined && { image: content.images[0] }),
  };
}

/** Removes all products of an import. */
export async function importItemDeleteAll(tx: Queryable, storeId: string, importId: string): Promise<void> {
  await tx.rows(DELETE, [storeId, importId]);
}

/** Products of an import after a place, those with errors too. */
export async function importItemList(
  db: Queryable,
  storeId: string,
  importId: string,
  afterPlace: number,
  limit: number,
): Promise<ListedItem[]> {
  return db.rows<ListedItem>(LIST, [storeId, importId, afterPlace, limit]);
}

/** Products of an import after a place that are written to the catalogue: as many as are worked on without a pause. */
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
