import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Discount } from '../domain/engine/promotion.ts';

// A target that stays takes over a new end by its foreign key.
const UPSERT = storeStatement(
  'promotion-upsert-many',
  `with written as (
     insert into promotion select * from json_populate_recordset(null::promotion, $2) r where r.store_id = $1
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
   insert into promotion_target select * from json_populate_recordset(null::promotion_target, $3) r where r.store_id = $1
   on conflict (store_id, promotion_id, kind, target_id) do nothing`,
);

/** A promotion. */
export interface PromotionRecord {
  promotionId: string;
  name: string;
  discount: Discount;
  /** It is for the products that are, or that are in, one of these. */
  productIds: string[];
  categoryIds: string[];
  brandIds: string[];
  /** Where it holds; empty: at every shop. */
  shopIds: string[];
  startsAtMs: number;
  /** The first instant at which it holds no more; null: it has no end. */
  endsAtMs: number | null;
}

/** Adds or replaces up to 1,000 promotions with their targets, in one statement. */
export async function promotionSaveMany(
  db: Queryable,
  storeId: string,
  promotions: PromotionRecord[],
): Promise<void> {
  const rows = promotions.map((promotion) => promotionToRow(storeId, promotion));
  const targets = promotions.flatMap((promotion) => targetsToRows(storeId, promotion));
  await db.rows(UPSERT, [storeId, JSON.stringify(rows), JSON.stringify(targets)]);
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
