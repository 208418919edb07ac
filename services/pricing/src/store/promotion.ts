import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { PromotionRecord } from './promotion-save.ts';

const PROMOTION = `json_build_array(p.id, p.name, p.percent_bp, p.amount_centavos, p.shop_ids,
     floor(extract(epoch from p.starts_at) * 1000),
     case when isfinite(p.ends_at) then floor(extract(epoch from p.ends_at) * 1000) end, (
       select json_agg(json_build_array(t.kind, t.target_id) order by t.target_id)
       from promotion_target t where t.store_id = $1 and t.promotion_id = p.id)) as promotion`;

const FIND = storeStatement(
  'promotion-find',
  `select ${PROMOTION} from promotion p where p.store_id = $1 and p.id = $2`,
);

const LIST = storeStatement(
  'promotion-list',
  `select ${PROMOTION} from promotion p where p.store_id = $1 and p.id > $2 order by p.id limit $3`,
);

// $2 is the instant; $3 and $4 are the place after which the page begins.
const LIST_BY_STATE = {
  running: storeStatement(
    'promotion-list-running',
    `select ${PROMOTION} from promotion p
     where p.store_id = $1 and p.ends_at > $2 and p.starts_at <= $2 and (p.ends_at, p.id) > ($3::timestamptz, $4)
     order by p.ends_at, p.id limit $5`,
  ),
  coming: storeStatement(
    'promotion-list-coming',
    `select ${PROMOTION} from promotion p
     where p.store_id = $1 and p.starts_at > $2 and (p.starts_at, p.id) > ($3::timestamptz, $4)
     order by p.starts_at, p.id limit $5`,
  ),
  over: storeStatement(
    'promotion-list-over',
    `select ${PROMOTION} from promotion p
     where p.store_id = $1 and p.ends_at <= $2 and (p.ends_at, p.id) < ($3::timestamptz, $4)
     order by p.ends_at desc, p.id desc limit $5`,
  ),
};

const LOCK = storeStatement(
  'promotion-lock',
  'select starts_at, ends_at from promotion where store_id = $1 and id = $2 for no key update',
);

const END = storeStatement(
  'promotion-end',
  'update promotion set ends_at = $3 where store_id = $1 and id = $2',
);

/** Comes after every id. */
const LAST_ID = '~';

const DELETE = storeStatement('promotion-delete', 'delete from promotion where store_id = $1 and id = $2');

/** What a promotion is at an instant. */
export type PromotionState = keyof typeof LIST_BY_STATE;

/** Where a page of promotions of a state begins: after the promotion of that time, its end or for coming ones its start, and id. */
export type PromotionPlace = [timeMs: number | null, id: string];

type PromotionListRow = [
  id: string,
  name: string,
  percentBp: number | null,
  amountCentavos: number | null,
  shopIds: string[],
  startsAtMs: number,
  endsAtMs: number | null,
  targets: [kind: 'product' | 'category' | 'brand', id: string][] | null,
];

/** Promotions after an id, those that are over included. */
export async function promotionList(
  db: Queryable,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<PromotionRecord[]> {
  const rows = await db.rows<{ promotion: PromotionListRow }>(LIST, [storeId, afterId, limit]);
  return rows.map(({ promotion }) => promotionFromRow(promotion));
}

/** A promotion; undefined when the store has none of that id. */
export async function promotionFind(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<PromotionRecord | undefined> {
  const [row] = await db.rows<{ promotion: PromotionListRow }>(FIND, [storeId, id]);
  return row && promotionFromRow(row.promotion);
}

/** Promotions that are in a state at an instant: running ones by their end, coming ones by their start, the last over first. */
export async function promotionListByState(
  db: Queryable,
  storeId: string,
  state: PromotionState,
  atMs: number,
  after: PromotionPlace | undefined,
  limit: number,
): Promise<PromotionRecord[]> {
  const now = new Date(atMs);
  // The first page begins at the instant itself, before or after every id.
  const [time, id] = after ?? [atMs, state === 'over' ? LAST_ID : ''];
  const values = [storeId, now, time === null ? 'infinity' : new Date(time), id, limit];
  const rows = await db.rows<{ promotion: PromotionListRow }>(LIST_BY_STATE[state], values);
  return rows.map(({ promotion }) => promotionFromRow(promotion));
}

/** The place of a promotion among those of a state. */
export const promotionPlace = (
  state: PromotionState,
  { promotionId, startsAtMs, endsAtMs }: PromotionRecord,
): PromotionPlace => [state === 'coming' ? startsAtMs : endsAtMs, promotionId];

/** Locks a promotion until the commit. @returns its window; undefined when the store has none of that id */
export async function promotionLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<{ startsAtMs: number; endsAtMs: number } | undefined> {
  // An end that never comes is told as Infinity, as the driver has it.
  const [row] = await tx.rows<{ starts_at: Date; ends_at: Date | number }>(LOCK, [storeId, id]);
  return row && { startsAtMs: row.starts_at.getTime(), endsAtMs: Number(row.ends_at) };
}

/** Sets the end of a promotion, for its targets too. */
export async function promotionEnd(tx: Queryable, storeId: string, id: string, atMs: number): Promise<void> {
  await tx.rows(END, [storeId, id, new Date(atMs)]);
}

/** Removes a promotion with its targets. */
export async function promotionDelete(tx: Queryable, storeId: string, id: string): Promise<void> {
  await tx.rows(DELETE, [storeId, id]);
}

function promotionFromRow(row: PromotionListRow): PromotionRecord {
  const [promotionId, name, percentBp, amountCentavos, shopIds, startsAtMs, endsAtMs, targets] = row;
  const idsOf = (kind: string) => (targets ?? []).filter(([k]) => k === kind).map(([, id]) => id);
  return {
    promotionId,
    name,
    discount: percentBp === null ? { amountCentavos: amountCentavos! } : { percentBp },
    productIds: idsOf('product'),
    categoryIds: idsOf('category'),
    brandIds: idsOf('brand'),
    shopIds,
    startsAtMs,
    endsAtMs,
  };
}
