import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Prisma } from './prisma.ts';

/** A stored image. */
export interface StoredImage {
  id: string;
  width: number;
  height: number;
}

/** A ready image with the content of a file. */
export async function imageFindReady(
  prisma: Prisma,
  storeId: string,
  id: string,
): Promise<StoredImage | undefined> {
  const select = { id: true, width: true, height: true } as const;
  const found = await prisma.forStore(storeId).image.findFirst({ where: { id, state: 'ready' }, select });
  return found ?? undefined;
}

/** Size of the files of a store's images, in bytes. */
export async function imageSumBytes(prisma: Prisma, storeId: string): Promise<number> {
  const { _sum } = await prisma.forStore(storeId).image.aggregate({ _sum: { bytes: true } });
  return _sum.bytes ?? 0;
}

const BEGIN = storeStatement(
  'image-begin',
  `insert into image (store_id, id, state, created_at, unused_since) values ($1, $2, 'storing', $3, $3)
   on conflict (store_id, id) do update set unused_since = excluded.unused_since
     where image.store_id = $1 and image.state <> 'deleting'
   returning state`,
);

/**
 * Records that the files of an image are about to be saved, or that an image is about to be used again.
 * @returns false while the image is being deleted
 */
export const imageBegin = async (db: Queryable, storeId: string, id: string, now: Date): Promise<boolean> =>
  (await db.rows(BEGIN, [storeId, id, now])).length > 0;

/** Records that all files of an image are saved. */
export async function imageFinish(
  prisma: Prisma,
  storeId: string,
  { id, ...size }: StoredImage & { bytes: number },
): Promise<void> {
  await prisma
    .forStore(storeId)
    .image.updateMany({ where: { id, state: 'storing' }, data: { ...size, state: 'ready' } });
}

const LOCK = storeStatement(
  'image-lock-for_use',
  `with locked as (
     select id from image where store_id = $1 and id = any($2) and state = 'ready' order by id for no key update
   )
   update image set unused_since = case when id = any($3) then $4::timestamptz end
   where store_id = $1 and id in (select id from locked) returning id`,
);

/**
 * Locks the images that products start or stop using, in the order of ids. Those that are used are not deleted; those
 * that are not used any more may be.
 * @returns ids of those that exist
 */
export async function imageLockForUse(
  tx: Queryable,
  storeId: string,
  { used, unused, now }: { used: string[]; unused: string[]; now: Date },
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(LOCK, [storeId, [...used, ...unused], unused, now]);
  return new Set(rows.map(({ id }) => id));
}

const MARK_PRODUCT = storeStatement(
  'image-mark-unused_by_product',
  `with locked as (
     select i.id from image_use u join image i on i.store_id = u.store_id and i.id = u.ref
     where u.store_id = $1 and u.product_id = $2 order by i.id for no key update of i
   )
   update image set unused_since = now() where store_id = $1 and id in (select id from locked)`,
);

/** Marks the images of a product that is about to be deleted. */
export const imageMarkUnusedByProduct = (
  tx: Queryable,
  storeId: string,
  productId: string,
): Promise<unknown> => tx.rows(MARK_PRODUCT, [storeId, productId]);

const REPLACE_USES = storeStatement(
  'image_use-replace-by_product',
  `with given as (
     select product_id, ref from unnest($3::text[], $4::text[]) as g (product_id, ref)
   ), gone as (
     delete from image_use u where store_id = $1 and product_id = any($2)
       and not exists (select from given g where g.product_id = u.product_id and g.ref = u.ref)
   )
   insert into image_use (store_id, product_id, ref) select $1, product_id, ref from given
   on conflict (store_id, product_id, ref) do nothing`,
);

/** Replaces the references of products whose rows are locked by this transaction. */
export async function imageUseReplaceMany(
  tx: Queryable,
  storeId: string,
  uses: { productId: string; refs: string[] }[],
): Promise<void> {
  const given = uses.flatMap(({ productId, refs }) => refs.map((ref) => ({ productId, ref })));
  await tx.rows(REPLACE_USES, [
    storeId,
    uses.map(({ productId }) => productId),
    given.map(({ productId }) => productId),
    given.map(({ ref }) => ref),
  ]);
}

const LIST_PRODUCTS = storeStatement(
  'image_use-list-by_ref',
  'select product_id from image_use where store_id = $1 and ref = $2 order by product_id limit $3',
);

/** Ids of some products with a reference. */
export const imageUseListProducts = async (
  db: Queryable,
  storeId: string,
  ref: string,
  limit: number,
): Promise<string[]> =>
  (await db.rows<{ product_id: string }>(LIST_PRODUCTS, [storeId, ref, limit])).map(
    ({ product_id }) => product_id,
  );

/** An image to delete, by its key. */
export interface ImageKey {
  storeId: string;
  id: string;
}

const TAKE_UNUSED = statement(
  'image-take-unused',
  `with old as (
     select store_id, id from image
     where unused_since < $1::timestamptz and (unused_since < $2::timestamptz or state <> 'ready')
     order by unused_since limit 20 for update skip locked
   )
   update image i set
     state = case when u.product_id is null then 'deleting' else i.state end,
     unused_since = case when u.product_id is null then $3::timestamptz end
   from old left join lateral (
     select product_id from image_use where store_id = old.store_id and ref = old.id limit 1) u on true
   where i.store_id = old.store_id and i.id = old.id
   returning i.store_id, i.id, i.state`,
);

/**
 * Takes some images that no product has used since a time, and those whose files were not completely saved or deleted since another, later one.
 * Until then, no other process takes them again: it would delete the files of the same image once it is stored again.
 * @returns undefined when there was none; images that turned out to be used are left out
 */
export async function imageTakeUnused(
  db: Queryable,
  { incompleteBefore, unusedBefore, now }: { incompleteBefore: Date; unusedBefore: Date; now: Date },
): Promise<ImageKey[] | undefined> {
  const rows = await db.rows<{ store_id: string; id: string; state: string }>(TAKE_UNUSED, [
    incompleteBefore,
    unusedBefore,
    now,
  ]);
  if (rows.length === 0) return undefined;
  return rows
    .filter(({ state }) => state === 'deleting')
    .map(({ store_id: storeId, id }) => ({ storeId, id }));
}

const TAKE_OF_STORE = storeStatement(
  'image-take-of_store',
  `update image set state = 'deleting' where store_id = $1 and id in (
     select id from image where store_id = $1 order by id limit 50) returning id`,
);

/** Takes some images of a store, to delete them. */
export const imageTakeOfStore = async (db: Queryable, storeId: string): Promise<ImageKey[]> =>
  (await db.rows<{ id: string }>(TAKE_OF_STORE, [storeId])).map(({ id }) => ({ storeId, id }));

/** Forgets an image whose files are deleted. */
export async function imageDelete(prisma: Prisma, { storeId, id }: ImageKey): Promise<void> {
  await prisma.forStore(storeId).image.deleteMany({ where: { id, state: 'deleting' } });
}
