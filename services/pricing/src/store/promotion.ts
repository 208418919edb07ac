import type { ListPromotionsRequest_State as State } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import { columnList } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';
import type { PromotionRecord } from '../domain/promotion-message.ts';
import { Prisma as Schema } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

const PROMOTION = `json_build_array(p.id, p.name, p.percent_bp, p.amount_centavos, p.shop_ids,
     floor(extract(epoch from p.starts_at) * 1000),
     case when isfinite(p.ends_at) then floor(extract(epoch from p.ends_at) * 1000) end, (
       select json_agg(json_build_array(t.kind, t.target_id) order by t.target_id)
       from promotion_target t where t.store_id = $1 and t.promotion_id = p.id)) as promotion`;

type PromotionRow = [
  id: string,
  name: string,
  percentBp: number | null,
  amountCentavos: number | null,
  shopIds: string[],
  startsAtMs: number,
  endsAtMs: number | null,
  targets: [kind: 'product' | 'category' | 'brand', id: string][] | null,
];

function promotionFromRow(row: PromotionRow): PromotionRecord {
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

const FIND = storeStatement(
  'promotion-find',
  `select ${PROMOTION} from promotion p where p.store_id = $1 and p.id = $2`,
);

/** Finds a promotion; undefined when the store has none of that id. */
export async function promotionFind(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<PromotionRecord | undefined> {
  const [row] = await db.rows<{ promotion: PromotionRow }>(FIND, [storeId, id]);
  return row && promotionFromRow(row.promotion);
}

const LIST = storeStatement(
  'promotion-list',
  `select ${PROMOTION} from promotion p where p.store_id = $1 and p.id > $2 order by p.id limit $3`,
);

/** Lists promotions after an id, past ones included. */
export async function promotionList(
  db: Queryable,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<PromotionRecord[]> {
  const rows = await db.rows<{ promotion: PromotionRow }>(LIST, [storeId, afterId, limit]);
  return rows.map(({ promotion }) => promotionFromRow(promotion));
}

// $2 is the instant; $3 and $4 are the position after which the page begins.
const LIST_BY_STATE: Record<PromotionState, StoreStatement> = {
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

/** Sorts after every id. */
const LAST_ID = '~';

/** State of a promotion at an instant. */
export type PromotionState = EnumName<typeof State>;

/** Position among the promotions of a state: the end of a promotion, or the start of an upcoming one, and its id. */
export type PromotionPosition = [timeMs: number | null, id: string];

/** The position of a promotion among those of a state. */
export const promotionPosition = (
  state: PromotionState,
  { promotionId, startsAtMs, endsAtMs }: PromotionRecord,
): PromotionPosition => [state === 'coming' ? startsAtMs : endsAtMs, promotionId];

/** A page of the promotions of a state. */
export interface PromotionStatePage {
  state: PromotionState;
  /** The instant of the state. */
  atMs: number;
  after: PromotionPosition | undefined;
  limit: number;
}

/** Lists the promotions of a state: running ones by their end, upcoming ones by their start, past ones by their end, the last first. */
export async function promotionListByState(
  db: Queryable,
  storeId: string,
  { state, atMs, after, limit }: PromotionStatePage,
): Promise<PromotionRecord[]> {
  const now = new Date(atMs);
  // The first page begins at the instant itself, before or after every id.
  const [time, id] = after ?? [atMs, state === 'over' ? LAST_ID : ''];
  const values = [storeId, now, time === null ? 'infinity' : new Date(time), id, limit];
  const rows = await db.rows<{ promotion: PromotionRow }>(LIST_BY_STATE[state], values);
  return rows.map(({ promotion }) => promotionFromRow(promotion));
}

const COLUMNS = columnList(Schema.PromotionScalarFieldEnum);
const TARGET = columnList(Schema.PromotionTargetScalarFieldEnum);

// A target that stays takes the new end from its foreign key.
const UPSERT_MANY = storeStatement(
  'promotion-upsert-many',
  `with written as (
     insert into promotion (${COLUMNS})
     select ${COLUMNS} from json_populate_recordset(null::promotion, $2) r where r.store_id = $1
     on conflict (store_id, id) do update set
       name = excluded.name, percent_bp = excluded.percent_bp, amount_centavos = excluded.amount_centavos,
       shop_ids = excluded.shop_ids, starts_at = excluded.starts_at, ends_at = excluded.ends_at
     returning id
   ), gone as (
     delete from promotion_target t using written w where t.store_id = $1 and t.promotion_id = w.id
       and not exists (
         select from json_populate_recordset(null::promotion_target, $3) r
         where r.promotion_id = t.promotion_id and r.kind = t.kind and r.target_id = t.target_id)
   )
   insert into promotion_target (${TARGET})
   select ${TARGET} from json_populate_recordset(null::promotion_target, $3) r where r.store_id = $1
   on conflict (store_id, promotion_id, kind, target_id) do nothing`,
);

/** Adds or replaces up to 1,000 promotions with their targets, in one statement. */
export async function promotionSaveMany(
  db: Queryable,
  storeId: string,
  promotions: PromotionRecord[],
): Promise<void> {
  const rows = promotions.map((promotion) => promotionToRow(storeId, promotion));
  const targets = promotions.flatMap((promotion) => targetsToRows(storeId, promotion));
  await db.rows(UPSERT_MANY, [storeId, JSON.stringify(rows), JSON.stringify(targets)]);
}

function promotionToRow(storeId: string, promotion: PromotionRecord) {
  const { discount } = promotion;
  return {
    store_id: storeId,
    id: promotion.promotionId,
    name: promotion.name,
    percent_bp: 'percentBp' in discount ? discount.percentBp : null,
    amount_centavos: 'percentBp' in discount ? null : discount.amountCentavos,
    shop_ids: promotion.shopIds,
    starts_at: new Date(promotion.startsAtMs),
    ends_at: endOf(promotion),
  };
}

function targetsToRows(storeId: string, promotion: PromotionRecord) {
  const { promotionId, productIds, categoryIds, brandIds } = promotion;
  const targets = { product: productIds, category: categoryIds, brand: brandIds };
  return Object.entries(targets).flatMap(([kind, ids]) =>
    ids.map((targetId) => ({
      store_id: storeId,
      promotion_id: promotionId,
      kind,
      target_id: targetId,
      ends_at: endOf(promotion),
    })),
  );
}

const endOf = ({ endsAtMs }: PromotionRecord): Date | 'infinity' =>
  endsAtMs === null ? 'infinity' : new Date(endsAtMs);

const LOCK = storeStatement(
  'promotion-lock',
  'select starts_at, ends_at from promotion where store_id = $1 and id = $2 for no key update',
);

/** Locks a promotion until the commit. @returns its window; undefined when the store has none of that id */
export async function promotionLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<{ startsAtMs: number; endsAtMs: number } | undefined> {
  // The driver returns an infinite end as the number Infinity.
  const [row] = await tx.rows<{ starts_at: Date; ends_at: Date | number }>(LOCK, [storeId, id]);
  return row && { startsAtMs: row.starts_at.getTime(), endsAtMs: Number(row.ends_at) };
}

/** Sets the end of a promotion and of its targets. */
export async function promotionEnd(
  prisma: Prisma,
  storeId: string,
  id: string,
  endsAtMs: number,
): Promise<void> {
  const data = { endsAt: new Date(endsAtMs) };
  await prisma.forStore(storeId).promotion.updateMany({ where: { id }, data });
}

/** Deletes a promotion with its targets. */
export async function promotionDelete(prisma: Prisma, storeId: string, id: string): Promise<void> {
  await prisma.forStore(storeId).promotion.deleteMany({ where: { id } });
}
