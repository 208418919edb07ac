import fc from 'fast-check';
import { entryKey, type PriceList } from '../../src/domain/engine/price-list.ts';
import type { Promotion } from '../../src/domain/engine/promotion.ts';
import type {
  PriceListEntryRecord,
  PriceListRecord,
  ProductRecord,
  PromotionRecord,
} from '../../src/seed.ts';

/** The instant for which prices are resolved. */
export const NOW_MS = Date.UTC(2026, 9, 1, 12);

/** Everything that prices in a store depend on. */
export interface World {
  products: ProductRecord[];
  lists: PriceListRecord[];
  entries: PriceListEntryRecord[];
  promotions: PromotionRecord[];
}

/** The shops of every world. */
export const SHOPS = ['shp_a', 'shp_b'];

/** A product without variants that every shop sells. */
export const productOf = (productId: string, fields: Partial<ProductRecord> = {}): ProductRecord => ({
  productId,
  priceCentavos: 1_000,
  costCentavos: 0,
  variants: [],
  categoryIds: [],
  brandIds: [],
  shopIds: [],
  draft: false,
  version: 1,
  ...fields,
});

const amount = fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 1e14 }));

function productArb(id: string, maxVariants: number): fc.Arbitrary<ProductRecord> {
  const variant = fc.record({
    priceCentavos: amount,
    compareAtCentavos: fc.constant(null),
    costCentavos: fc.constant(null),
    isActive: fc.boolean(),
  });
  return fc.record({
    productId: fc.constant(id),
    priceCentavos: amount,
    costCentavos: fc.constant(0),
    variants: fc
      .array(variant, { maxLength: maxVariants })
      .map((variants) => variants.map((fields, i) => ({ ...fields, variantId: `${id}_v${i}` }))),
    categoryIds: fc.subarray(ids('cat', 3)),
    brandIds: fc.subarray(ids('brd', 3)),
    shopIds: fc.subarray(SHOPS),
    draft: fc.constant(false),
    version: fc.constant(1),
  });
}

// Each list may be based on one with a lower number, so there is no cycle.
function listArb(number: number): fc.Arbitrary<PriceListRecord> {
  const rule = fc.record({
    percentBp: fc.oneof(fc.integer({ min: -10_000, max: 10_000 }), fc.constantFrom(-10_000, 0, 100_000)),
    overListId:
      number === 0
        ? fc.constant(undefined)
        : fc.option(fc.constantFrom(...ids('pl', number)), { nil: undefined }),
    roundingCentavos: fc.constantFrom(1 as const, 100 as const, 1_000 as const, 10_000 as const),
  });
  return fc.record({
    priceListId: fc.constant(`pl_${number}`),
    name: fc.constant('Lista'),
    rule: fc.option(rule, { freq: 3 }),
  });
}

function promotionArb(id: string, productIds: string[]): fc.Arbitrary<PromotionRecord> {
  const discount = fc.oneof(
    fc.record({ percentBp: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ amountCentavos: fc.integer({ min: 1, max: 60_000 }) }),
  );
  return fc.record({
    promotionId: fc.constant(id),
    name: fc.constant('Promo'),
    discount,
    productIds: fc.subarray(productIds),
    categoryIds: fc.subarray(ids('cat', 4)),
    brandIds: fc.subarray(ids('brd', 4)),
    shopIds: fc.subarray([...SHOPS, 'shp_c']),
    // Includes the ends of the period: it begins at its first instant and is over at its last.
    startsAtMs: fc.constantFrom(NOW_MS - 1000, NOW_MS - 1, NOW_MS, NOW_MS + 1),
    endsAtMs: fc.constantFrom(null, NOW_MS + 2000, NOW_MS + 2),
  });
}

const past = (promotion: PromotionRecord): PromotionRecord => ({
  ...promotion,
  startsAtMs: NOW_MS - 10,
  endsAtMs: NOW_MS,
});

/** Random stores. */
export const worldArb: fc.Arbitrary<World> = fc
  .record({ products: fc.integer({ min: 1, max: 6 }), lists: fc.integer({ min: 0, max: 4 }) })
  .chain((count) => {
    const productIds = ids('prd', count.products);
    const promotion = promotionArb('', productIds);
    return fc.record({
      products: fc.tuple(...productIds.map((id) => productArb(id, 4))),
      lists: fc.tuple(...Array.from({ length: count.lists }, (_, i) => listArb(i))),
      entries: fc.constant([] as PriceListEntryRecord[]),
      promotions: fc
        .array(fc.oneof({ arbitrary: promotion, weight: 4 }, { arbitrary: promotion.map(past), weight: 1 }), {
          maxLength: 6,
        })
        .map((promotions) => promotions.map((fields, i) => ({ ...fields, promotionId: `prm_${i}` }))),
    });
  })
  .chain((world) => entriesArb(world).map((entries) => ({ ...world, entries })));

function entriesArb({ lists, products }: World): fc.Arbitrary<PriceListEntryRecord[]> {
  const keys = lists.flatMap(({ priceListId }) =>
    products.flatMap(({ productId, variants }) =>
      [null, ...variants.map((v) => v.variantId)].map((variantId) => ({ priceListId, productId, variantId })),
    ),
  );
  return fc
    .subarray(keys)
    .chain((chosen) =>
      fc.tuple(...chosen.map((key) => amount.map((priceCentavos) => ({ ...key, priceCentavos })))),
    );
}

/** Converts the price lists of a world for the engine. */
export function engineLists({ lists, entries }: World): PriceList[] {
  return lists.map(({ priceListId, rule }) => ({
    id: priceListId,
    rule: rule ?? undefined,
    entries: new Map(
      entries
        .filter((entry) => entry.priceListId === priceListId)
        .map((entry) => [entryKey(entry.productId, entry.variantId ?? undefined), entry.priceCentavos]),
    ),
  }));
}

/** Converts the promotions of a world for the engine. */
export function enginePromotions({ promotions }: World): Promotion[] {
  return promotions.map((promotion) => ({
    id: promotion.promotionId,
    discount: promotion.discount,
    productIds: new Set(promotion.productIds),
    categoryIds: new Set(promotion.categoryIds),
    brandIds: new Set(promotion.brandIds),
    shopIds: new Set(promotion.shopIds),
    startsAtMs: promotion.startsAtMs,
    endsAtMs: promotion.endsAtMs ?? undefined,
  }));
}

function ids(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}_${i}`);
}
