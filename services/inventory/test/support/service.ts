import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { systemClock, type Clock } from '@commerce/service-kit/clock.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { GrpcServer, type Handlers } from '@commerce/service-kit/grpc/server.ts';
import type { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { handlersOf } from '@commerce/service-kit/process/service.ts';
import { testParts } from '@commerce/service-kit/testing/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import { openDeps } from '../../src/deps.ts';
import * as rpc from '../../src/rpc/index.ts';

/** What stands for the catalogue knows, by store. */
export interface KnownToCatalog {
  shops: Map<string, string[]>;
  products: Map<string, ProductFacts[]>;
  /** Calls that it got. */
  asked: number;
}

/** The service as others call it, with a neighbour that stands for the catalogue. */
export interface TestService {
  client: ClientOf<typeof InventoryServiceService>;
  catalog: KnownToCatalog;
  writer: Writer;
  jobs: BulkJobs;
  close(): Promise<void>;
}

/** Starts the service on a database. */
export async function startService(db: Database, clock: Clock = systemClock): Promise<TestService> {
  const logger = createLogger('inventory', 'silent');
  const options = { maxConnectionAgeMs: 60_000 };
  const known: KnownToCatalog = { shops: new Map(), products: new Map(), asked: 0 };
  const neighbour = new GrpcServer(logger, options);
  neighbour.add(CatalogServiceService, catalogHandlers(known) as Handlers<typeof CatalogServiceService>);
  const toCatalog = await connect(neighbour, CatalogServiceService);
  const server = new GrpcServer(logger, options);
  const catalog = toCatalog.service(CatalogServiceService);
  const deps = openDeps(testParts('inventory', db, { catalog }, clock));
  const { writer, jobs } = deps;
  server.add(InventoryServiceService, handlersOf(InventoryServiceService, rpc, deps));
  const channel = await connect(server, InventoryServiceService);
  return {
    client: channel.service(InventoryServiceService),
    catalog: known,
    writer,
    jobs,
    async close() {
      channel.close();
      toCatalog.close();
      await server.close(1_000);
      await neighbour.close(1_000);
    },
  };
}

async function connect(server: GrpcServer, definition: ConstructorParameters<typeof GrpcChannel>[1][number]) {
  return new GrpcChannel(`127.0.0.1:${await server.listen('127.0.0.1', 0)}`, [definition]);
}

const catalogHandlers = (known: KnownToCatalog): Partial<Handlers<typeof CatalogServiceService>> => ({
  batchGetProductFacts: async ({ storeId }, { productIds }) => {
    known.asked++;
    const products = known.products.get(storeId) ?? [];
    return { products: products.filter(({ productId }) => productIds.includes(productId)) };
  },
  listShopNames: async ({ storeId }) => {
    known.asked++;
    return { shops: (known.shops.get(storeId) ?? []).map((id) => ({ id, name: id })) };
  },
});

/** A context of an installation, with a key where one is given. */
export function contextOf(storeId: string, key?: string, body = ''): Context {
  return {
    storeId,
    actor: { kind: Actor_Kind.INSTALLATION, id: 'ins_a', appId: 'app_a' },
    requestId: 'test',
    deadlineMs: Date.now() + 30_000,
    idempotency: key === undefined ? undefined : { key, fingerprint: sha256(body), presentation: '' },
  };
}

/** The reason, or else the code, of a refusal; `done` when there was none. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.details[0]?.reason ?? error.code;
  }
}
