import {
  priceListEntrySaveMany,
  priceListSaveMany,
  productSaveMany,
  promotionSaveMany,
  shopSaveMany,
} from '@commerce/pricing/seed.ts';
import type { PriceListRecord, PromotionRecord, StoreWorld, World } from '../world.ts';
import { withDatabase } from './open.ts';

const ROUNDING = { none: 1, '1': 100, '10': 1_000, '100': 10_000 } as const;

/** Price lists, shops with their lists, base prices, fixed prices, promotions. */
export function loadPricing(url: string, world: World): Promise<void> {
  return withDatabase(url, async (db) => {
    for (const store of world.stores) {
      await priceListSaveMany(db, store.id, store.priceLists.map(toList));
      await shopSaveMany(db, store.id, shopsOf(store));
      for (const chunk of store.basePrices()) {
        await productSaveMany(
          db,
          store.id,
          chunk.map((product) => ({ ...product, version: 1 })),
        );
      }
      for (const chunk of store.priceListEntries()) await priceListEntrySaveMany(db, store.id, chunk);
      await promotionSaveMany(db, store.id, store.promotions.map(toPromotion));
    }
  });
}

function shopsOf({ shops, shopPriceLists }: StoreWorld) {
  const lists = new Map(shopPriceLists.map(({ shopId, priceListId }) => [shopId, priceListId]));
  return shops.map(({ id }) => ({ shopId: id, defaultPriceListId: lists.get(id) ?? null }));
}

function toList({ id, name, rule, rounding }: PriceListRecord) {
  if (rule.kind === 'fixed') return { priceListId: id, name, rule: null };
  const { percentBp, overPriceListId } = rule;
  return {
    priceListId: id,
    name,
    rule: { percentBp, overListId: overPriceListId ?? undefined, roundingCentavos: ROUNDING[rounding] },
  };
}

function toPromotion({ id, discount, ...promotion }: PromotionRecord) {
  return {
    ...promotion,
    promotionId: id,
    discount:
      discount.kind === 'percentage'
        ? { percentBp: discount.percentBp }
        : { amountCentavos: discount.amountCentavos },
  };
}
