import type { ProductRecord } from '@commerce/catalog/seed.ts';
import type {
  PriceListEntryRecord,
  PriceListRecord,
  ProductRecord as BasePriceRecord,
  PromotionRecord,
} from '@commerce/pricing/seed.ts';
import { cellsOf, valuesOf } from './data.ts';
import { typeIdAt } from './random.ts';
import type { StoreModel } from './store.ts';
import { DAY_MS } from './timeline.ts';

/** Share of products in the fixed list. */
const LISTED_SHARE = 0.09;

/** Base prices of a product, with the product data that the price engine needs. */
export function basePriceOf({ product, draft, version }: ProductRecord): BasePriceRecord {
  return {
    productId: product.id,
    priceCentavos: product.priceCentavos,
    costCentavos: product.costCentavos ?? null,
    variants: product.variants.map((variant) => ({
      variantId: variant.id,
      priceCentavos: variant.priceCentavos,
      compareAtCentavos: variant.compareAtPriceCentavos ?? null,
      costCentavos: variant.costCentavos ?? null,
      isActive: variant.isActive,
    })),
    categoryIds: product.categoryIds,
    brandIds: product.brandIds,
    shopIds: product.shopIds,
    draft,
    version,
  };
}

/** The price lists of the larger store, for its shops in their order: fixed, wholesale, and the mall's. */
export function makePriceLists({ seed, openedAt, rng }: StoreModel): PriceListRecord[] {
  if (!seed.isChain) return [];
  const idAt = (at: number): string => typeIdAt('pl', openedAt + 60 * DAY_MS, at, rng('price-list', at));
  const wholesale = { percentBp: -1200, roundingCentavos: 1000 } as const;
  const mall = { overListId: idAt(0), percentBp: 650, roundingCentavos: 10_000 } as const;
  return [
    { priceListId: idAt(0), name: 'Lista minorista', rule: null },
    { priceListId: idAt(1), name: 'Lista mayorista', rule: wholesale },
    { priceListId: idAt(2), name: 'Lista shopping', rule: mall },
  ];
}

/** Entries of the fixed list for the product at an index. */
export function makeEntries(
  model: StoreModel,
  index: number,
  list: PriceListRecord,
  { product, draft }: ProductRecord,
): PriceListEntryRecord[] {
  const rng = model.rng('price-list-entry', index);
  if (draft || !rng.chance(LISTED_SHARE)) return [];
  const entry = (variantId: string | null, centavos: number): PriceListEntryRecord => ({
    priceListId: list.priceListId,
    productId: product.id,
    variantId,
    priceCentavos: Math.ceil((centavos * (0.82 + 0.15 * rng.float())) / 1000) * 1000,
  });
  const some = product.variants.filter(() => rng.chance(0.4));
  const rows = some.map((variant) => entry(variant.id, variant.priceCentavos));
  return rows.length === 0 || rng.chance(0.3) ? [entry(null, product.priceCentavos), ...rows] : rows;
}

function makePromotion(
  model: StoreModel,
  productAt: (index: number) => ProductRecord,
  row: string,
  at: number,
): PromotionRecord {
  const { now, counts, categories, brands, shops } = model;
  const rng = model.rng('promotion', at);
  const [name = '', discount = '', from, to, categoryNames, brandNames, count, shopAts] = cellsOf(row);
  const startsAtMs = now + Number(from) * DAY_MS;
  const named = new Set(valuesOf(categoryNames));
  const products = Array.from({ length: Number(count ?? 0) }, () => productAt(rng.below(counts.products)));
  return {
    promotionId: typeIdAt('prm', Math.min(startsAtMs, now) - 3 * DAY_MS, at, rng),
    name,
    discount: discount.endsWith('%')
      ? { percentBp: parseInt(discount, 10) * 100 }
      : { amountCentavos: Number(discount.slice(1)) * 100 },
    productIds: [...new Set(products.filter(({ draft }) => !draft).map(({ product }) => product.id))],
    categoryIds: [...categories.values()].filter((each) => named.has(each.name)).map(({ id }) => id),
    brandIds: valuesOf(brandNames).map((brand) => brands.get(brand)!.id),
    shopIds: valuesOf(shopAts).map((shopAt) => shops[Number(shopAt)]!.shop.id),
    startsAtMs,
    endsAtMs: to === '' ? null : now + Number(to) * DAY_MS,
  };
}

/** The promotions of a store: past, running and upcoming. */
export function makePromotions(
  model: StoreModel,
  productAt: (index: number) => ProductRecord,
): PromotionRecord[] {
  return model.seed.promotions.map((row, at) => makePromotion(model, productAt, row, at));
}
