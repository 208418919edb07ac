import { rm } from 'node:fs/promises';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import {
  CatalogServiceService,
  CreateProductRequest,
  UpdateProductRequest,
  type Product,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { ProductChanged, ProductDeleted } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { type Clock } from '@commerce/service-kit/clock.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { GrpcServer, type Handlers } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { handlersOf } from '@commerce/service-kit/process/service.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import { openDeps, type ProcessDeps } from '../../src/deps.ts';
import { kinds } from '../../src/jobs/kinds.ts';
import definition from '../../src/main.ts';
import * as rpc from '../../src/rpc/index.ts';
import type { Prisma } from '../../src/store/prisma.ts';
import { catalogParts } from './parts.ts';

const logger = createLogger('catalog', 'silent');

/** The service behind real gRPC with its own database and stand-ins for inventory and pricing. */
export interface TestService {
  database: TestDatabase;
  prisma: Prisma;
  client: ClientOf<typeof CatalogServiceService>;
  /** The client without a connection: a circuit breaker in this process would open while a test keeps it busy. */
  local: ClientOf<typeof CatalogServiceService>;
  writer: Writer;
  deps: ProcessDeps;
  /** Folder with the files of images. */
  imagesFolder: string;
  jobs: BulkJobs;
  /** Bulk jobs of another process, whose clock may be ahead. */
  jobsOf: (clock: Clock) => BulkJobs;
  /** Called when inventory is asked to retire a product. */
  onRetire: (productId: string, ctx: Context) => Promise<void>;
  /** Stops inventory for good. */
  stopInventory(): Promise<void>;
  /** Events since the last call, in their order. */
  events(): Promise<Event[]>;
  close(): Promise<void>;
}

/** Handlers of inventory and pricing, by the names of their methods. */
interface Upstreams {
  inventory?: object;
  pricing?: object;
}

/** Starts the service. */
export async function startService(upstreams: Upstreams = {}): Promise<TestService> {
  const database = await createTestDatabase(definition.migrations);
  const { db } = database;
  const inventory = new GrpcServer(logger, { maxConnectionAgeMs: 60_000 });
  inventory.add(InventoryServiceService, {
    ...upstreams.inventory,
    retireProduct: async (ctx: Context, { productId }: { productId: string }) => {
      await service.onRetire(productId, ctx);
      return {};
    },
  } as unknown as Handlers<typeof InventoryServiceService>);
  inventory.add(PricingServiceService, (upstreams.pricing ?? {}) as Handlers<typeof PricingServiceService>);
  const definitions = [InventoryServiceService, PricingServiceService];
  const toInventory = new GrpcChannel(`127.0.0.1:${await inventory.listen('127.0.0.1', 0)}`, definitions);
  const server = new GrpcServer(logger, { maxConnectionAgeMs: 60_000 });
  const clients = {
    inventory: toInventory.service(InventoryServiceService),
    pricing: toInventory.service(PricingServiceService),
  };
  const parts = catalogParts(db, clients);
  const deps = openDeps(parts);
  const { prisma, writer, jobs, stamp, imageUrls } = deps;
  const jobsOf = (at: Clock) =>
    new BulkJobs({
      db,
      writer,
      clock: at,
      logger,
      kinds: kinds({ db, prisma, clock: at, stamp, clients, imageUrls }),
    });
  const local = handlersOf(CatalogServiceService, rpc, deps);
  server.add(CatalogServiceService, local);
  const channel = new GrpcChannel(`127.0.0.1:${await server.listen('127.0.0.1', 0)}`, [
    CatalogServiceService,
  ]);
  const service: TestService = {
    database,
    prisma,
    client: channel.service(CatalogServiceService),
    local: local as unknown as ClientOf<typeof CatalogServiceService>,
    writer,
    deps,
    imagesFolder: parts.config.IMAGES_FOLDER,
    jobs,
    jobsOf,
    onRetire: async () => undefined,
    stopInventory: () => inventory.close(1_000),
    events: () => drainOutbox(db),
    async close() {
      channel.close();
      toInventory.close();
      await server.close(1_000);
      await inventory.close(1_000);
      await deps.downloader.close();
      await rm(parts.config.IMAGES_FOLDER, { recursive: true });
      await database.drop();
    },
  };
  return service;
}

/** Context of a call by an installation of a store, with an idempotency key if given. */
export function contextOf(storeId: string, key?: string, body = ''): Context {
  return {
    storeId,
    actor: { kind: Actor_Kind.INSTALLATION, id: 'ins_a', appId: 'app_a' },
    requestId: 'req-1',
    deadlineMs: deadlineIn(30_000),
    idempotency:
      key === undefined ? undefined : { key, fingerprint: sha256(body), presentation: `response to ${body}` },
  };
}

/** A request for a product with a name and the given fields. */
export const newProduct = (
  name: string,
  fields: Partial<CreateProductRequest> = {},
): CreateProductRequest => ({ ...CreateProductRequest.decode(new Uint8Array(0)), name, ...fields });

/** A request that changes the given fields only. */
export const change = (id: string, fields: Partial<UpdateProductRequest>): UpdateProductRequest => ({
  ...UpdateProductRequest.decode(new Uint8Array(0)),
  id,
  ...fields,
});

/** A variant to create, with values by axis. */
export const newVariant = (attributes: Record<string, string>, fields: object = {}) => ({
  sku: undefined,
  barcode: undefined,
  name: undefined,
  attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
  images: [],
  isActive: undefined,
  ...fields,
});

/** A change of the given fields of a variant. */
export const variantChange = (id: string, fields: object = {}) => ({
  id,
  sku: undefined,
  barcode: undefined,
  name: undefined,
  attributes: [],
  images: undefined,
  isActive: undefined,
  ...fields,
});

/** Reasons of a refused call: `reason field` of each detail, or the code when it has none. */
export async function refusal(call: Promise<unknown>): Promise<string[]> {
  const fault: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof Fault)) throw new Error('it was not refused', { cause: fault });
  if (fault.details.length === 0) return [fault.code];
  return fault.details.map(({ reason, field }) => (field === undefined ? reason : `${reason} ${field}`));
}

/** Type and version of events of products. */
export const versionsOf = (events: Event[]): [type: string, version: number][] =>
  events.map(({ type, payload }) => [
    type,
    type === 'product.deleted'
      ? ProductDeleted.decode(payload).version
      : ProductChanged.decode(payload).facts!.version,
  ]);

/** Creates categories, brands and shops of a store, `count` of each. */
export async function addReferences({ client }: TestService, storeId: string, count = 2) {
  const ids = { categories: [] as string[], brands: [] as string[], shops: [] as string[] };
  for (let n = 0; n < count; n++) {
    const fields = { name: `Nombre ${n}`, parentId: undefined, isActive: true, image: undefined };
    const { category } = await client.createCategory(contextOf(storeId), { fields });
    const { brand } = await client.createBrand(contextOf(storeId), { fields });
    const { shop } = await client.createShop(contextOf(storeId), { fields: shopFields(`Sucursal ${n}`) });
    ids.categories.push(category!.id);
    ids.brands.push(brand!.id);
    ids.shops.push(shop!.id);
  }
  return ids;
}

/** Valid fields of a shop. */
export const shopFields = (name: string) => ({
  name,
  description: undefined,
  image: undefined,
  phone: '+54 11 4321-0000',
  email: 'sucursal@example.com',
  address: {
    street: 'Av. Corrientes',
    streetNumber: 1234,
    crossStreets: undefined,
    city: 'CABA',
    postalCode: 'C1043',
  },
  schedule: [{ day: 'monday', open: '09:00', close: '18:00' }],
  isActive: true,
});

/** Id of a new store. */
export const newStore = (): string => newId('sto');

/** The product as callers find it; undefined if they do not. */
export async function found(
  { client }: TestService,
  storeId: string,
  id: string,
): Promise<Product | undefined> {
  const { products } = await client.batchGetProducts(contextOf(''), { keys: [{ storeId, id }] });
  return products[0]!.id === '' ? undefined : products[0];
}
