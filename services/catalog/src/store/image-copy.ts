import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import { copyKeyOf } from '../domain/image.ts';

/** State of the copy of an external image, in the database. */
export type CopyState = 'pending' | 'copied' | 'ready' | 'failed';

const FIND_COPIED = storeStatement(
  'image_copy-find-copied',
  `select c.url, c.image_id from image_copy c join image i on i.store_id = c.store_id and i.id = c.image_id
   where c.store_id = $1 and c.key = any($2) and i.state = 'ready'`,
);

/** Ids of the images that are copies of URLs, by the URL, without those that are being deleted. */
export async function copyFindMany(
  db: Queryable,
  storeId: string,
  urls: string[],
): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map();
  const rows = await db.rows<{ url: string; image_id: string }>(FIND_COPIED, [storeId, urls.map(copyKeyOf)]);
  return new Map(rows.map(({ url, image_id: id }) => [url, id]));
}

// A copy whose image is being deleted is detached from it: otherwise the request would be deleted with the image.
const REQUEST = storeStatement(
  'image_copy-request',
  `insert into image_copy (store_id, key, url, state, due_at, updated_at)
   select $1, key, url, 'pending', $4::timestamptz, $4::timestamptz
   from unnest($2::text[], $3::text[]) as g (key, url) order by key
   on conflict (store_id, key) do update set updated_at = excluded.updated_at,
     (state, attempts, due_at, image_id) = (
       select case when again then 'pending' else image_copy.state end, case when again then 0 else image_copy.attempts end,
         case when again then excluded.due_at else image_copy.due_at end, case when again then null else image_copy.image_id end
       from (select image_copy.state = 'failed' or exists (
         select from image i where i.store_id = $1 and i.id = image_copy.image_id and i.state = 'deleting') as again) found)
     where image_copy.store_id = $1
   returning url, image_id`,
);

/**
 * Requests copies of URLs, again if they failed or are being deleted, and locks them until the end of the transaction: a copy that ends
 * then finds the products of this transaction.
 * @returns ids of the images of those that have been copied by now, by the URL
 */
export async function copyRequestMany(
  tx: Queryable,
  storeId: string,
  urls: string[],
  now: Date,
): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map();
  const values = [storeId, urls.map(copyKeyOf), urls, now];
  const rows = await tx.rows<{ url: string; image_id: string | null }>(REQUEST, values);
  return new Map(rows.flatMap(({ url, image_id: id }) => (id === null ? [] : [[url, id] as const])));
}

const LIST_STORES = statement(
  'image_copy-list-due_stores',
  `with recursive one as (
     (select store_id from image_copy where state in ('pending', 'copied') order by store_id limit 1)
     union all
     select (select c.store_id from image_copy c where c.state in ('pending', 'copied') and c.store_id > one.store_id
             order by c.store_id limit 1)
     from one where one.store_id is not null
   )
   select store_id from one where store_id is not null and exists (
     select from image_copy c where c.store_id = one.store_id and c.state in ('pending', 'copied') and c.due_at <= $1)`,
);

/** Stores that have copies to make now. */
export const copyListDueStores = async (db: Queryable, now: Date): Promise<string[]> =>
  (await db.rows<{ store_id: string }>(LIST_STORES, [now])).map(({ store_id: id }) => id);

/** A copy that a process has taken. */
export interface TakenCopy {
  storeId: string;
  key: string;
  url: string;
  attempts: number;
  /** Changes when a product requests the copy again. */
  updatedAt: Date;
  /** Set when the image is stored, but products are not changed yet. */
  imageId: string | undefined;
}

const TAKE = storeStatement(
  'image_copy-take-due',
  `update image_copy set due_at = $3, attempts = attempts + case state when 'pending' then 1 else 0 end
   where store_id = $1 and key = (
     select key from image_copy where store_id = $1 and state in ('pending', 'copied') and due_at <= $2
     order by due_at limit 1 for update skip locked)
   returning key, url, attempts, updated_at, image_id`,
);

/** Takes the store's copy that has waited longest. @param leaseUntil when another process may take it again */
export async function copyTake(
  db: Queryable,
  storeId: string,
  now: Date,
  leaseUntil: Date,
): Promise<TakenCopy | undefined> {
  const [row] = await db.rows<{
    key: string;
    url: string;
    attempts: number;
    updated_at: Date;
    image_id: string | null;
  }>(TAKE, [storeId, now, leaseUntil]);
  if (row === undefined) return undefined;
  const { key, url, attempts, updated_at: updatedAt, image_id: imageId } = row;
  return { storeId, key, url, attempts, updatedAt, imageId: imageId ?? undefined };
}

const UNTAKE = storeStatement(
  'image_copy-untake',
  `update image_copy set attempts = attempts - 1 where store_id = $1 and key = $2 and state = 'pending' and attempts > 0`,
);

/** Takes back the count of an attempt that ended for a reason of this platform, such as a storage that is down. */
export const copyUntake = (
  db: Queryable,
  { storeId, key }: Pick<TakenCopy, 'storeId' | 'key'>,
): Promise<unknown> => db.rows(UNTAKE, [storeId, key]);

const UPDATE = storeStatement(
  'image_copy-update',
  `update image_copy set state = $3, failure = $4, image_id = $5, due_at = $6, updated_at = $7
   where store_id = $1 and key = $2`,
);

/** Outcome of an attempt. */
export interface CopyOutcome {
  state: CopyState;
  /** Empty for none. */
  failure: string;
  imageId: string | undefined;
  dueAt: Date;
}

/** Records the outcome of an attempt. */
export async function copyUpdate(
  db: Queryable,
  { storeId, key }: Pick<TakenCopy, 'storeId' | 'key'>,
  { state, failure, imageId, dueAt }: CopyOutcome,
  now: Date,
): Promise<void> {
  await db.rows(UPDATE, [storeId, key, state, failure, imageId ?? null, dueAt, now]);
}

const DELETE = storeStatement(
  'image_copy-delete',
  'delete from image_copy where store_id = $1 and key = $2 and updated_at = $3',
);

/** Forgets a copy that no product needed, unless one has requested it since it was taken. */
export const copyDelete = (
  db: Queryable,
  { storeId, key, updatedAt }: Pick<TakenCopy, 'storeId' | 'key' | 'updatedAt'>,
): Promise<unknown> => db.rows(DELETE, [storeId, key, updatedAt]);

const DELETE_UNUSED = statement(
  'image_copy-delete-unused',
  `delete from image_copy where (store_id, key) in (
     select c.store_id, c.key from image_copy c where c.state = 'failed' and c.updated_at < $1
       and not exists (select from image_use u where u.store_id = c.store_id and u.ref = c.key) limit 500)
   returning 1`,
);

/** Forgets some failed copies that no product has needed since a time. @returns their number */
export const copyDeleteUnused = async (db: Queryable, before: Date): Promise<number> =>
  (await db.rows(DELETE_UNUSED, [before])).length;

/** Maximum number of copies that are counted. */
const MAX_COUNTED = 10_000;
const LISTED = 100;

/** Counts of all rows, with the first of them. */
const LISTED_OF = `select url, state, failure, product_id,
     (count(*) filter (where state = 'failed') over ())::int as failed, (count(*) filter (where state <> 'failed') over ())::int as pending`;
const FIRST = `order by state = 'failed' desc, url limit ${LISTED}`;

const LIST_OF_PRODUCT = storeStatement(
  'image_copy-list-unfinished_of_product',
  `${LISTED_OF} from (
     select c.url, c.state, c.failure, u.product_id from image_use u
     join image_copy c on c.store_id = u.store_id and c.key = u.ref
     where u.store_id = $1 and u.product_id = $2 and c.state in ('pending', 'failed')) found ${FIRST}`,
);

const LIST_OF_STORE = storeStatement(
  'image_copy-list-unfinished_of_store',
  `${LISTED_OF} from (
     (select key, url, state, failure from image_copy where store_id = $1 and state = 'failed' order by updated_at desc limit ${MAX_COUNTED})
     union all
     (select key, url, state, failure from image_copy where store_id = $1 and state in ('pending', 'copied') order by due_at limit ${MAX_COUNTED})
   ) c join lateral (
     select product_id from image_use where store_id = $1 and ref = c.key order by product_id limit 1
   ) u on true ${FIRST}`,
);

/** A copy that is not finished, with a product that needs it. */
export interface UnfinishedCopy {
  url: string;
  state: CopyState;
  failure: string;
  productId: string;
}

/** The unfinished copies of a product or of a store: their numbers, and the first of them, failed ones first. */
export async function copyListUnfinished(
  db: Queryable,
  storeId: string,
  productId: string | undefined,
): Promise<{ pending: number; failed: number; copies: UnfinishedCopy[] }> {
  interface Row extends Omit<UnfinishedCopy, 'productId'> {
    product_id: string;
    pending: number;
    failed: number;
  }
  const rows =
    productId === undefined
      ? await db.rows<Row>(LIST_OF_STORE, [storeId])
      : await db.rows<Row>(LIST_OF_PRODUCT, [storeId, productId]);
  const { pending = 0, failed = 0 } = rows[0] ?? {};
  const copies = rows.map(({ url, state, failure, product_id: id }) => ({
    url,
    state,
    failure,
    productId: id,
  }));
  return { pending, failed, copies };
}

const RETRY = storeStatement(
  'image_copy-retry',
  `update image_copy c set state = 'pending', attempts = 0, due_at = $3, updated_at = $3
   where c.store_id = $1 and c.state = 'failed' and ($2::text is null or exists (
     select from image_use u where u.store_id = $1 and u.product_id = $2 and u.ref = c.key))
   returning 1`,
);

/** Makes the failed copies of a product or of a store pending again. @returns their number */
export const copyRetry = async (
  db: Queryable,
  storeId: string,
  productId: string | undefined,
  now: Date,
): Promise<number> => (await db.rows(RETRY, [storeId, productId ?? null, now])).length;
