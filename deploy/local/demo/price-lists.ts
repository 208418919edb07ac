import { typeIdAt } from './ids.ts';
import type { ProductCore, ProductCores } from './product-core.ts';
import type { Rng } from './random.ts';
import type { PriceListEntryRecord, PriceListRecord, ShopPriceListRecord } from './records.ts';
import type { StoreModel } from './store-model.ts';
import { DAY_MS } from './timeline.ts';

/** A store's price lists. */
export interface PriceLists {
  lists: PriceListRecord[];
  shopLists: ShopPriceListRecord[];
  /** Entries of the fixed list for the product of that index. */
  entries: (index: number) => PriceListEntryRecord[];
}

/** Share of products in the fixed list. */
const LISTED_SHARE = 0.11;

function makeLists(model: StoreModel): PriceListRecord[] {
  const ids = model.stream('price-list');
  const createdAtMs = model.record.createdAtMs + 60 * DAY_MS;
  const idOf = (at: number): string => typeIdAt('pl', createdAtMs, at, ids(at));
  const shared = { storeId: model.record.id, createdAtMs, updatedAtMs: model.now - 20 * DAY_MS };
  return [
    { ...shared, id: idOf(0), name: 'Lista minorista', rule: { kind: 'fixed' }, rounding: 'none' },
    {
      ...shared,
      id: idOf(1),
      name: 'Lista mayorista',
      rule: { kind: 'percentage', overPriceListId: null, percentBp: -1200 },
      rounding: '10',
    },
    {
      ...shared,
      id: idOf(2),
      name: 'Lista shopping',
      rule: { kind: 'percentage', overPriceListId: idOf(0), percentBp: 650 },
      rounding: '100',
    },
  ];
}

/** The first shop uses the fixed list, the second the wholesale list, the third the mall's, the others none. */
function shopListsOf(model: StoreModel, lists: PriceListRecord[]): ShopPriceListRecord[] {
  return model.shops.map((shop, at) => ({
    storeId: model.record.id,
    shopId: shop.id,
    priceListId: lists[at]?.id ?? null,
  }));
}

function listedPrice(centavos: number, rng: Rng): number {
  return Math.round((centavos * (0.82 + 0.15 * rng.float())) / 1000) * 1000;
}

function entriesOf(core: ProductCore, list: PriceListRecord, rng: Rng): PriceListEntryRecord[] {
  if (core.draft || core.priceCentavos < 5000 || !rng.chance(LISTED_SHARE)) return [];
  const entry = (variantId: string | null, centavos: number): PriceListEntryRecord => ({
    storeId: list.storeId,
    priceListId: list.id,
    productId: core.id,
    variantId,
    priceCentavos: listedPrice(centavos, rng),
  });
  if (core.variants.length === 0) return [entry(null, core.priceCentavos)];
  const some = core.variants.filter(() => rng.chance(0.4));
  const rows = some.map((variant) => entry(variant.id, variant.priceCentavos));
  return rows.length === 0 || rng.chance(0.3) ? [entry(null, core.priceCentavos), ...rows] : rows;
}

/** The price lists of a store; the smaller one has none. */
export function makePriceLists(model: StoreModel, coreOf: ProductCores): PriceLists {
  const lists = model.seed.isGeneral ? makeLists(model) : [];
  const fixed = lists[0];
  const stream = model.stream('price-list-entry');
  return {
    lists,
    shopLists: shopListsOf(model, lists),
    entries: (index) => (fixed ? entriesOf(coreOf(index), fixed, stream(index)) : []),
  };
}
