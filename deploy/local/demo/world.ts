import { SCOPES } from '@commerce/auth/seed.ts';
import type { CustomerRecord } from '@commerce/customers/seed.ts';
import type { IdPrefix } from '@commerce/service-kit/ids.ts';
import { EVENT_TYPES } from '@commerce/webhooks/seed.ts';
import { makeCustomer } from './customers.ts';
import { accountOf, developer, platformStaff, storeSeeds, type StoreSeed } from './data.ts';
import { flowOf, makeOrder } from './orders.ts';
import { basePriceOf, makeEntries, makePriceLists, makePromotions } from './prices.ts';
import { makeProducts } from './products.ts';
import { Rng, typeIdAt } from './random.ts';
import { makeStock } from './stock.ts';
import { makeStoreModel, type ModelOptions, type StoreCounts } from './store.ts';
import { DAY_MS } from './timeline.ts';

/** Number of records per chunk, except the last one; the records of one index stay in one chunk. */
const CHUNK_SIZE = 1000;

/** A sequence of chunks of records. */
export type Chunks<T> = Generator<T[], void, undefined>;

/** A store with its records; large sequences are generated lazily in chunks. Records share parts: do not change them. */
export type StoreWorld = ReturnType<typeof makeStore>;

/** The demo world. */
export type World = ReturnType<typeof makeWorld>;

/** Options of a world; all have defaults, so that two default worlds are the same. */
export interface WorldOptions {
  /** Number of products of the larger store; customers and orders scale with it. */
  products?: number;
  /** Reference time for running and past promotions, and for ages. */
  now?: number;
  seed?: string;
  /** URL under which the pictures of the products are, without a trailing slash. */
  imagesUrl?: string;
}

const DEFAULT_PRODUCTS = 2000;
const DEFAULT_NOW = Date.UTC(2026, 9, 15, 15);
const DEFAULT_IMAGES_URL = 'https://cdn.example.com';

const countsOf = (products: number): StoreCounts => ({
  products,
  customers: Math.min(75_000, Math.ceil(products * 0.75)),
  contacts: Math.min(6000, Math.ceil(products * 0.06)),
  teamMembers: 8,
  orders: Math.min(250_000, Math.ceil(products * 2.5)),
});

/** Counts of the smaller store, which does not grow with the larger one. */
function smallCountsOf(products: number): StoreCounts {
  const scaled = (count: number): number => Math.ceil(count * Math.min(1, products / DEFAULT_PRODUCTS));
  return {
    products: scaled(250),
    customers: scaled(300),
    contacts: scaled(24),
    teamMembers: 3,
    orders: scaled(600),
  };
}

/** Yields the records of the indexes 0 to `count`, chunk by chunk. */
function* chunksOf<T>(count: number, make: (index: number) => T[]): Chunks<T> {
  let chunk: T[] = [];
  for (let index = 0; index < count; index++) {
    chunk.push(...make(index));
    if (chunk.length < CHUNK_SIZE) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function makeStore(options: ModelOptions, seed: StoreSeed, counts: StoreCounts) {
  const model = makeStoreModel(options, seed, counts);
  const { openedAt, storeId } = model;
  const person = (row: string, at: number) => ({
    id: typeIdAt('per', openedAt, at, model.rng('person', at)),
    ...accountOf(row),
  });
  const productAt = makeProducts(model);
  const customerAt = (index: number): CustomerRecord => makeCustomer(model, options.seed, index);
  const inputs = { model, productAt, customerAt: (index: number) => customerAt(index).customer };
  const orderAt = (index: number) => makeOrder(inputs, index);
  const shops = model.shops.map(({ shop }) => shop);
  const priceLists = makePriceLists(model);
  const [fixed] = priceLists;
  const people = counts.customers + counts.contacts + counts.teamMembers;
  return {
    id: storeId,
    name: seed.name,
    plan: seed.plan as 'professional' | 'enterprise',
    owner: person(seed.owner, 0),
    teamUser: person(seed.teamUser, 1),
    orderFlow: flowOf(model),
    createdAtMs: openedAt,
    counts,
    shops,
    /** Parents before their children. */
    categories: [...model.categories.values()],
    brands: [...model.brands.values()],
    priceLists,
    shopPriceLists: shops.map(({ id }, at) => ({
      shopId: id,
      defaultPriceListId: priceLists[at]?.priceListId ?? null,
    })),
    promotions: makePromotions(model, productAt),
    products: () => chunksOf(counts.products, (at) => [productAt(at)]),
    basePrices: () => chunksOf(counts.products, (at) => [basePriceOf(productAt(at))]),
    priceListEntries: () =>
      chunksOf(fixed ? counts.products : 0, (at) => makeEntries(model, at, fixed!, productAt(at))),
    stock: () => chunksOf(counts.products, makeStock(model, productAt, orderAt)),
    customers: () => chunksOf(people, (at) => [customerAt(at)]),
    orders: () => chunksOf(counts.orders, (at) => [orderAt(at).record]),
    reservations: () => chunksOf(counts.orders, (at) => orderAt(at).reservations),
  };
}

/** The developer with two apps, and the platform's staff. The loader creates the apps' client secrets and webhook secrets. */
function makeAccounts(seed: string, now: number) {
  const rng = new Rng(`${seed}/accounts`);
  const accountsCreatedAtMs = now - 400 * DAY_MS;
  const id = (prefix: IdPrefix, at = 0): string => typeIdAt(prefix, accountsCreatedAtMs, at, rng);
  const first = {
    id: id('app', 0),
    name: 'Sincronizador Total',
    description: 'Mantiene al día tus otros canales: productos, precios, stock, pedidos y clientes.',
    redirectUris: ['http://127.0.0.1:4401/callback'],
    scopes: [...SCOPES] as string[],
    webhookUrl: 'http://127.0.0.1:4400/webhooks',
    eventTypes: EVENT_TYPES.map(({ type }) => type),
  };
  const second = {
    id: id('app', 1),
    name: 'Vidriera Digital',
    description: 'Muestra tus productos, con el stock de cada sucursal, en un sitio con tu marca.',
    redirectUris: ['http://127.0.0.1:4402/callback'],
    scopes: ['read_products', 'read_stock'],
    // An app cannot be published without one; no server listens here, and it subscribes to no events.
    webhookUrl: 'http://127.0.0.1:4402/webhooks',
    eventTypes: [],
  };
  return {
    developer: {
      id: id('dev'),
      name: 'Integraciones del Plata',
      person: { id: id('per', 0), ...developer },
    },
    platformStaff: { id: id('per', 1), ...platformStaff },
    apps: [first, second],
    accountsCreatedAtMs,
  };
}

/** Generates the demo world of a seed: the same options give the same bytes. */
export function makeWorld(options: WorldOptions = {}) {
  const { products = DEFAULT_PRODUCTS, now = DEFAULT_NOW, seed = 'demo' } = options;
  const { imagesUrl = DEFAULT_IMAGES_URL } = options;
  if (!Number.isInteger(products) || products < 1) throw new RangeError('products is a whole number from 1');
  const counts = [countsOf(products), smallCountsOf(products)];
  const stores = storeSeeds.map((storeSeed, at) =>
    makeStore({ now, seed, imagesUrl }, storeSeed, counts[at]!),
  );
  return { now, stores, ...makeAccounts(seed, now) };
}
