import type { Brand, Category, Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { makeAccounts, type Accounts } from './accounts.ts';
import { chunksOf, chunksOfMany } from './chunks.ts';
import { makeCustomers } from './customers.ts';
import { storeSeeds } from './data/stores.ts';
import { makeOrderLines } from './order-lines.ts';
import { makeOrderPlans } from './order-plan.ts';
import { makeOrder } from './orders.ts';
import { makePriceLists } from './price-lists.ts';
import { makeProductCores } from './product-core.ts';
import { makeProducts } from './products.ts';
import { makePromotions } from './promotions.ts';
import type * as records from './records.ts';
import { makeStock } from './stock.ts';
import { makeStoreModel, type StoreModel } from './store-model.ts';

/** Records of a world; read-only, because they share parts. */
export type * from './records.ts';

/** A sequence of chunks of records. */
export type Chunks<T> = Generator<T[], void, undefined>;

/** A store with its records; large sequences are generated lazily in chunks. */
export interface StoreWorld extends records.StoreRecord {
  counts: records.StoreCounts;
  shops: Shop[];
  /** Parents before their children. */
  categories: Category[];
  brands: Brand[];
  priceLists: records.PriceListRecord[];
  shopPriceLists: records.ShopPriceListRecord[];
  promotions: records.PromotionRecord[];
  products: () => Chunks<records.ProductRecord>;
  basePrices: () => Chunks<records.BasePriceRecord>;
  priceListEntries: () => Chunks<records.PriceListEntryRecord>;
  stock: () => Chunks<records.StockRecord>;
  /** Customers, then contacts, then team members. */
  customers: () => Chunks<records.CustomerRecord>;
  /** By order number. */
  orders: () => Chunks<records.OrderRecord>;
}

/** The demo world. */
export interface World extends Accounts {
  seed: string;
  now: number;
  stores: StoreWorld[];
}

/** Options of a world; all have defaults, so that two default worlds are the same. */
export interface WorldOptions {
  /** Number of products of the larger store; customers and orders scale with it. */
  products?: number;
  /** Reference time for running and past promotions, and for ages. */
  now?: number;
  seed?: string;
}

const DEFAULT_PRODUCTS = 2000;
const DEFAULT_NOW = Date.UTC(2026, 9, 15, 15);
const MAX_ORDERS = 250_000;
const MAX_CUSTOMERS = 75_000;

function countsOf(products: number): records.StoreCounts {
  return {
    products,
    customers: Math.min(MAX_CUSTOMERS, Math.ceil(products * 0.75)),
    contacts: Math.min(6000, Math.ceil(products * 0.06)),
    teamMembers: 8,
    orders: Math.min(MAX_ORDERS, Math.ceil(products * 2.5)),
  };
}

/** Counts of the smaller store, independent of the larger one. */
function smallCountsOf(products: number): records.StoreCounts {
  const share = Math.min(1, products / DEFAULT_PRODUCTS);
  const scaled = (count: number): number => Math.ceil(count * share);
  return {
    products: scaled(250),
    customers: scaled(300),
    contacts: scaled(24),
    teamMembers: 3,
    orders: scaled(600),
  };
}

function makeStoreWorld(seed: string, model: StoreModel): StoreWorld {
  const { counts } = model;
  const coreOf = makeProductCores(model);
  const products = makeProducts(model, coreOf);
  const customers = makeCustomers(seed, model);
  const plans = makeOrderPlans(model);
  const lines = makeOrderLines(model, coreOf);
  const orderSources = { model, plans, lines, customers };
  const orderStream = model.stream('order-rest');
  const stock = makeStock(model, coreOf, plans, lines);
  const priceLists = makePriceLists(model, coreOf);
  return {
    ...model.record,
    counts,
    shops: model.shops,
    categories: model.categories,
    brands: model.brands,
    priceLists: priceLists.lists,
    shopPriceLists: priceLists.shopLists,
    promotions: makePromotions(model, coreOf),
    products: () => chunksOf(counts.products, products.product),
    basePrices: () => chunksOf(counts.products, products.basePrice),
    priceListEntries: () => chunksOfMany(counts.products, priceLists.entries),
    stock: () => chunksOfMany(counts.products, stock),
    customers: () => chunksOf(customers.count, customers.customer),
    orders: () =>
      chunksOf(counts.orders, (index) => makeOrder(orderSources, plans(index), orderStream(index))),
  };
}

/** Generates the demo world of a seed: the same options give the same bytes. */
export function makeWorld(options: WorldOptions = {}): World {
  const { products = DEFAULT_PRODUCTS, now = DEFAULT_NOW, seed = 'demo' } = options;
  if (!Number.isInteger(products) || products < 1) throw new RangeError('products is a whole number from 1');
  const counts = [countsOf(products), smallCountsOf(products)];
  const stores = storeSeeds.map((storeSeed, at) =>
    makeStoreWorld(seed, makeStoreModel(seed, storeSeed, counts[at] as records.StoreCounts, now)),
  );
  return { seed, now, stores, ...makeAccounts(seed, now) };
}
