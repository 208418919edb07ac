import type { Brand, Category, Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { kinds, type Kind } from './data/kinds.ts';
import type { ShopSeed, StoreSeed } from './data/stores.ts';
import { typeIdAt } from './ids.ts';
import { defaultFlow, renamedFlow } from './order-flow.ts';
import { makeStream, type Stream } from './random.ts';
import type { StoreCounts, StoreRecord } from './records.ts';
import { makeShops } from './shops.ts';
import { makeBrands, makeTaxonomy, type Taxonomy } from './taxonomy.ts';
import { BULK_GROUPS, DAY_MS, Timeline, UpdateClock } from './timeline.ts';

/** Age of the stores on the platform. */
const AGE_DAYS = 730;

/** Shared input of all generators of a store: small, and everything else is derived from it by index. */
export interface StoreModel {
  seed: StoreSeed;
  record: StoreRecord;
  now: number;
  counts: StoreCounts;
  kinds: readonly Kind[];
  shops: Shop[];
  shopSeeds: readonly ShopSeed[];
  categories: Category[];
  taxonomy: Taxonomy;
  brands: Brand[];
  brandIds: ReadonlyMap<string, string>;
  /** Times of mass changes of products. */
  bulkTimesMs: number[];
  productTimes: Timeline;
  productClock: UpdateClock;
  /** Customers only: contacts and team members have no orders. */
  customerTimes: Timeline;
  customerClock: UpdateClock;
  orderTimes: Timeline;
  orderClock: UpdateClock;
  stream: (name: string) => Stream;
}

function makeRecord(seed: StoreSeed, stream: (name: string) => Stream, openedAt: number): StoreRecord {
  const people = stream('people');
  const id = typeIdAt('sto', openedAt, 0, stream('store')(0));
  return {
    id,
    store: { id, name: seed.name, planTier: seed.planTier },
    owner: { id: typeIdAt('per', openedAt, 0, people(0)), ...seed.owner },
    teamUser: { id: typeIdAt('per', openedAt, 1, people(1)), ...seed.teamUser },
    orderFlow: (seed.hasRenamedFlow ? renamedFlow : defaultFlow).map((step) => ({ ...step })),
    unpaidOrderExpiryHours: 48,
    createdAtMs: openedAt,
  };
}

/** 40 % were created by an import in the first days, the rest one by one. */
function productTimeline(count: number, from: number, latest: number): Timeline {
  return new Timeline(count, [
    { share: 0, timeMs: from + 2 * DAY_MS },
    { share: 0.4, timeMs: from + 10 * DAY_MS },
    { share: 1, timeMs: latest },
  ]);
}

/** Sales grow, with a peak in the last three weeks, so that there are enough open orders. */
function orderTimeline(count: number, from: number, now: number, latest: number): Timeline {
  return new Timeline(count, [
    { share: 0, timeMs: from + 12 * DAY_MS },
    { share: 0.3, timeMs: now - 365 * DAY_MS },
    { share: 0.6, timeMs: now - 120 * DAY_MS },
    { share: 0.82, timeMs: now - 21 * DAY_MS },
    { share: 1, timeMs: latest },
  ]);
}

/** The model of a store. */
export function makeStoreModel(
  worldSeed: string,
  seed: StoreSeed,
  counts: StoreCounts,
  now: number,
): StoreModel {
  const stream = (name: string): Stream => makeStream(worldSeed, `${seed.slug}/${name}`);
  const from = now - AGE_DAYS * DAY_MS;
  const openedAt = from - 200 * DAY_MS;
  const people = counts.customers + counts.contacts + counts.teamMembers;
  const productClock = new UpdateClock(counts.products, now);
  const customerClock = new UpdateClock(people, now);
  const orderClock = new UpdateClock(counts.orders, now);
  const taxonomy = makeTaxonomy(seed, stream, openedAt, now);
  const brands = makeBrands(seed, stream, openedAt, now);
  return {
    seed,
    record: makeRecord(seed, stream, openedAt),
    now,
    counts,
    kinds: kinds.filter((kind) => taxonomy.pathByName.has(kind.category)),
    shops: makeShops(seed, stream, openedAt, now),
    shopSeeds: seed.shops,
    categories: taxonomy.categories,
    taxonomy,
    brands,
    brandIds: new Map(brands.map((brand) => [brand.name, brand.id])),
    bulkTimesMs: Array.from({ length: BULK_GROUPS }, (_, group) => now - (9 + 60 * group) * DAY_MS),
    productTimes: productTimeline(counts.products, from, productClock.latest()),
    productClock,
    customerTimes: new Timeline(counts.customers, [
      { share: 0, timeMs: openedAt + DAY_MS },
      { share: 1, timeMs: customerClock.latest() },
    ]),
    customerClock,
    orderTimes: orderTimeline(counts.orders, from, now, orderClock.latest()),
    orderClock,
    stream,
  };
}
