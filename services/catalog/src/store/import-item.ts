import { type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ImportedProduct } from '../domain/csv/imported-product.ts';
import type {
  ImportItem,
  ImportItemSummary,
  ImportItemTodo,
  ListedImportItem,
  NewImportItem,
} from '../domain/import.ts';
import type { ProductImportItem } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';
import { storable } from './storable.ts';

/** Length to which names are cut in lists. */
const MAX_NAME = 255;
/** Bytes after which a chunk ends; the last product may exceed it. */
const CHUNK_BYTES = 400_000;

/** A row of `product_import_item` that is to be written. */
type ItemRow = Omit<ProductImportItem, 'storeId' | 'importId' | 'summary'>;

const INSERT = storeStatement(
  'product_import_item-insert-many',
  `insert into product_import_item (store_id, import_id, position, line, handle, content, summary, action, state, product_id)
   select i.store_id, i.id, r.position, r.line, r.handle, r.content, r.summary, r.action, 'pending', r.product_id
   from json_to_recordset($3) as r (
     position integer, line integer, handle text, content jsonb, summary jsonb, action text, product_id text)
   cross join product_import i where i.store_id = $1 and i.id = $2
   on conflict (store_id, import_id, position) do update set
     content = excluded.content, summary = excluded.summary, action = excluded.action, product_id = excluded.product_id`,
);

/**
 * Inserts products of an import, or replaces those at the same positions: after a crash the file is read a second
 * time.
 */
export async function importItemInsertMany(
  tx: Queryable,
  storeId: string,
  importId: string,
  items: NewImportItem[],
): Promise<void> {
  const rows = items.map(({ productId, ...item }) => ({
    ...item,
    product_id: productId ?? null,
    summary: summaryOf(item.content),
  }));
  await tx.rows(INSERT, [storeId, importId, JSON.stringify(rows, storable)]);
}

function summaryOf(content: ImportedProduct): ImportItemSummary {
  const prices = [content, ...content.variants].flatMap(({ amounts }) => amounts?.priceCentavos ?? []);
  return {
    name: (content.name ?? '').slice(0, MAX_NAME),
    ...(prices.length > 0 && { priceCentavos: Math.min(...prices) }),
    variants: content.variants.length,
    ...(content.images?.[0] !== undefined && { image: content.images[0] }),
  };
}

/** Products of an import after a position, those with errors included. */
export async function importItemList(
  prisma: Prisma,
  storeId: string,
  importId: string,
  afterPosition: number,
  limit: number,
): Promise<ListedImportItem[]> {
  const rows = await prisma.forStore(storeId).productImportItem.findMany({
    where: { importId, position: { gt: afterPosition } },
    omit: { storeId: true, importId: true, content: true, todo: true },
    orderBy: { position: 'asc' },
    take: limit,
  });
  return rows.map(({ productId, ...item }) => ({
    ...(item as unknown as ListedImportItem),
    productId: productId ?? undefined,
  }));
}

const LIST_TO_WRITE = storeStatement(
  'product_import_item-list-to_write',
  `select position, line, handle, content, action, state, product_id, todo
   from (
     select *, sum(octet_length(content::text)) over (order by position) - octet_length(content::text) as bytes_before
     from (
       select * from product_import_item
       where store_id = $1 and import_id = $2 and position > $3 and action <> 'none' order by position limit $4
     ) next
   ) chunk where bytes_before < ${CHUNK_BYTES} order by position`,
);

/**
 * Products of an import after a position that are to be written: a chunk small enough to be handled without a pause.
 */
export async function importItemListToWrite(
  db: Queryable,
  storeId: string,
  importId: string,
  afterPosition: number,
  limit: number,
): Promise<ImportItem[]> {
  const values = [storeId, importId, afterPosition, limit];
  const rows = await db.rows<Columns<ItemRow>>(LIST_TO_WRITE, values);
  return rows.map((row) => {
    const { productId, todo, ...item } = fromColumns<ItemRow>(row);
    return {
      ...(item as unknown as ImportItem),
      productId: productId ?? undefined,
      todo: (todo as unknown as ImportItemTodo | null) ?? undefined,
    };
  });
}

const UPDATE = storeStatement(
  'product_import_item-update-many',
  `update product_import_item i set state = r.state, product_id = r.product_id, todo = r.todo
   from json_to_recordset($3) as r (position integer, state text, product_id text, todo jsonb)
   where i.store_id = $1 and i.import_id = $2 and i.position = r.position`,
);

/** Updates the states of products of an import. */
export async function importItemUpdateMany(
  tx: Queryable,
  storeId: string,
  importId: string,
  items: Pick<ImportItem, 'position' | 'state' | 'productId' | 'todo'>[],
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ position, state, productId, todo }) => ({
    position,
    state,
    product_id: productId ?? null,
    todo: todo ?? null,
  }));
  await tx.rows(UPDATE, [storeId, importId, JSON.stringify(rows)]);
}

/** Deletes all products of an import. */
export async function importItemDeleteAll(prisma: Prisma, storeId: string, importId: string): Promise<void> {
  await prisma.forStore(storeId).productImportItem.deleteMany({ where: { importId } });
}
