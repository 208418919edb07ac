import {
  createApp,
  createDeveloper,
  createMembership,
  createPerson,
  createStore,
  openPrisma,
} from '@commerce/auth/seed.ts';
import * as catalog from '@commerce/catalog/seed.ts';
import { customerInsertMany } from '@commerce/customers/seed.ts';
import * as inventory from '@commerce/inventory/seed.ts';
import * as orders from '@commerce/orders/seed.ts';
import * as pricing from '@commerce/pricing/seed.ts';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumName } from '@commerce/proto/enum.ts';
import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { secretBoxSchema } from '@commerce/service-kit/crypto/secret-box.ts';
import { Database } from '@commerce/service-kit/db/database.ts';
import { endpointSeedMany } from '@commerce/webhooks/seed.ts';
import type { ServiceName } from '../services.ts';
import { DAY_MS } from './timeline.ts';
import { makeWorld, type StoreWorld, type World } from './world.ts';

/** Input of the demo loader: the migrated databases, before any process runs on them. */
export interface DemoTarget {
  /** Connection string per service, as the service itself gets it. */
  databaseUrls: Record<ServiceName, string>;
  /** Environment of each service, for example for auth's encryption keys. */
  env: Record<ServiceName, Record<string, string>>;
  /** Number of products of the larger store. */
  products: number;
  /** For an installation that others can reach: its own values instead of the public ones of every demo. Its apps get no webhooks. */
  own?: {
    /** Day of the data, in ms; ids depend on it. */
    now: number;
    /** Password of all people. */
    password: string;
    /** Client secrets of the apps, in order. */
    clientSecrets: string[];
  };
  /** Reports the progress, one short line at a time. */
  progress: (line: string) => void;
}

/** Credentials for the demo data; with the URLs, the content of `demo.json`. */
export type DemoResult = ReturnType<typeof describe>;

/** On a busy machine, databases that were just created answer late. */
const CONNECT_TIMEOUT_MS = 60_000;

/** Runs the work on a database and closes it in any case. */
async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  // Data lost in a crash of the server is loaded again: a partial load starts over.
  const db = new Database(url, 2, { asynchronousCommit: true, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

type LoadStore = (db: Database, store: StoreWorld) => Promise<void>;

/**
 * Loads the smaller store first: PostgreSQL checks foreign keys with plans made while the tables were empty, which may read a whole
 * table per row, until they have statistics.
 */
const loadStores = (url: string, { stores }: World, load: LoadStore): Promise<void> =>
  withDatabase(url, async (db) => {
    const [larger, smaller] = stores;
    await load(db, smaller!);
    await db.pool.query('analyze');
    await load(db, larger!);
  });

async function loadCatalog(db: Database, store: StoreWorld): Promise<void> {
  const prisma = catalog.openPrisma(db);
  await catalog.shopInsertMany(prisma, store.id, store.shops);
  await catalog.categoryInsertMany(prisma, store.id, store.categories);
  await catalog.brandInsertMany(prisma, store.id, store.brands);
  for (const chunk of store.products()) await catalog.productInsertMany(db, store.id, chunk);
}

async function loadPricing(db: Database, store: StoreWorld): Promise<void> {
  await pricing.priceListSaveMany(db, store.id, store.priceLists);
  await pricing.shopSaveMany(db, store.id, store.shopPriceLists);
  for (const chunk of store.basePrices()) await pricing.productSaveMany(db, store.id, chunk);
  for (const chunk of store.priceListEntries()) await pricing.priceListEntrySaveMany(db, store.id, chunk);
  await pricing.promotionSaveMany(db, store.id, store.promotions);
}

async function loadStock(db: Database, store: StoreWorld): Promise<void> {
  const shopIds = store.shops.map(({ id }) => id);
  await inventory.shopSaveMany(inventory.openPrisma(db), store.id, shopIds);
  for (const chunk of store.products()) await inventory.productSaveMany(db, store.id, chunk.map(toStocked));
  await inventory.movementPartitions(db).ensureAhead(Date.now());
  for (const chunk of store.stock()) await inventory.stockItemInsertMany(db, store.id, chunk);
  for (const chunk of store.reservations()) await inventory.reservationInsertMany(db, store.id, chunk);
}

function toStocked({ product, draft, version }: catalog.ProductRecord): inventory.ProductRecord {
  const { id, sku = null, type, shopIds } = product;
  const variants = product.variants.map((variant) => ({ variantId: variant.id, sku: variant.sku ?? null }));
  return { productId: id, sku, type: enumName(ProductType, type), variants, shopIds, draft, version };
}

/** Loads shops, products, stock and reservations into the database of inventory. */
export const loadInventory = (url: string, world: World): Promise<void> => loadStores(url, world, loadStock);

async function loadCustomers(db: Database, store: StoreWorld): Promise<void> {
  for (const chunk of store.customers()) await customerInsertMany(db, store.id, chunk);
}

async function loadOrders(db: Database, store: StoreWorld): Promise<void> {
  const shopIds = store.shops.map(({ id }) => id);
  const prisma = orders.openPrisma(db);
  await orders.shopInsertMany(prisma, store.id, shopIds);
  await db.transaction(() => orders.statusFlowReplace(prisma, store.id, store.orderFlow));
  const months = orders.historyPartitions(db);
  await months.ensureAhead(Date.now());
  for (const chunk of store.orders()) {
    for (const { order } of chunk) await months.ensure(order.createdAtMs);
    await orders.orderInsertMany(db, store.id, chunk);
  }
  await orders.orderCounterSet(prisma, store.id, orders.FIRST_ORDER_NUMBER + store.counts.orders);
}

/** Loads stores with their people, the developer, the platform's staff, and the apps with their client secrets. */
function loadAuth(url: string, publicUrl: string, world: World, clientSecrets: string[]): Promise<void> {
  const { developer, platformStaff, apps } = world;
  const createdAt = new Date(world.accountsCreatedAtMs);
  return withDatabase(url, async (db) => {
    const prisma = openPrisma(db);
    for (const { id, name, plan, owner, teamUser, createdAtMs } of world.stores) {
      const since = new Date(createdAtMs);
      await createStore(prisma, { id, name, plan, createdAt: since });
      for (const [person, role] of [[owner, 'owner'] as const, [teamUser, 'manager'] as const]) {
        await createPerson(prisma, { ...person, createdAt: since });
        await createMembership(prisma, { personId: person.id, storeId: id, role, createdAt: since });
      }
    }
    await createPerson(prisma, { ...platformStaff, platformStaff: true, createdAt });
    const { person, id: developerId, name } = developer;
    await createPerson(prisma, { ...person, createdAt });
    await createDeveloper(prisma, { id: developerId, name, memberIds: [person.id], createdAt });
    for (const [at, app] of apps.entries()) {
      const { id, description, redirectUris, scopes } = app;
      // The gateway serves their logos, so the demo needs no other site.
      const logoUrl = `${publicUrl}/docs/assets/demo-app-${at + 1}.svg`;
      const shown = { id, developerId, name: app.name, description, logoUrl, redirectUris, scopes };
      await createApp(prisma, { ...shown, status: 'published', clientSecret: clientSecrets[at]!, createdAt });
    }
  });
}

/** Creates the endpoints of the demo apps. @returns their secrets by app id */
function loadWebhooks(url: string, encryptionKeys: string, world: World): Promise<Map<string, string>> {
  const createdAtMs = world.accountsCreatedAtMs;
  const endpoints = world.apps.map(({ id, webhookUrl, eventTypes }) => ({
    appId: id,
    url: webhookUrl,
    eventTypes,
    createdAtMs,
  }));
  return withDatabase(url, (db) => endpointSeedMany(db, secretBoxSchema.parse(encryptionKeys), endpoints));
}

/** Fills the services' databases with the demo world, in parallel. */
export async function loadDemo(target: DemoTarget): Promise<DemoResult> {
  const { databaseUrls: urls, env, products, progress, own } = target;
  // Rounded to the day, so that two loads on one day are the same.
  const now = own?.now ?? Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const publicUrl = env.auth['ISSUER_URL']!;
  const world = makeWorld({ products, now, imagesUrl: `${publicUrl}/docs/assets` });
  const { stores, developer, platformStaff, apps } = world;
  if (own !== undefined)
    for (const person of [
      ...stores.flatMap(({ owner, teamUser }) => [owner, teamUser]),
      developer.person,
      platformStaff,
    ])
      person.password = own.password;
  const clientSecrets = own?.clientSecrets ?? apps.map(() => `sk_${randomToken()}`);
  const reported = async <T>(what: string, load: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await load;
    progress(`${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    return result;
  };
  const [webhookSecrets] = await Promise.all([
    own
      ? new Map<string, string>()
      : reported('webhook endpoints', loadWebhooks(urls.webhooks, env.webhooks['ENCRYPTION_KEYS']!, world)),
    reported('stores, people, apps', loadAuth(urls.auth, publicUrl, world, clientSecrets)),
    reported('catalog', loadStores(urls.catalog, world, loadCatalog)),
    reported('prices', loadStores(urls.pricing, world, loadPricing)),
    reported('stock', loadInventory(urls.inventory, world)),
    reported('customers', loadStores(urls.customers, world, loadCustomers)),
    reported('orders', loadStores(urls.orders, world, loadOrders)),
  ]);
  return describe(world, clientSecrets, webhookSecrets);
}

const account = ({ email, password }: { email: string; password: string }) => ({ email, password });

function describe(world: World, clientSecrets: string[], webhookSecrets: Map<string, string>) {
  return {
    stores: world.stores.map(({ id, name, owner, teamUser }) => ({
      id,
      name,
      owner: account(owner),
      team_user: account(teamUser),
    })),
    developer: account(world.developer.person),
    platform: account(world.platformStaff),
    apps: world.apps.map(({ id, redirectUris, scopes, webhookUrl }, at) => ({
      client_id: id,
      client_secret: clientSecrets[at]!,
      redirect_uri: redirectUris[0]!,
      scopes,
      webhook_url: webhookUrl,
      webhook_secret: webhookSecrets.get(id) ?? '',
    })),
  };
}
