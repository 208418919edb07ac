import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { systemClock, type Clock } from '@commerce/service-kit/clock.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { GrpcServer, type Handlers } from '@commerce/service-kit/grpc/server.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { handlersOf } from '@commerce/service-kit/process/service.ts';
import { testParts } from '@commerce/service-kit/testing/service.ts';
import { openDeps, type Deps } from '../../src/deps.ts';
import * as rpc from '../../src/rpc/index.ts';

/** Data of the stand-in for catalog, by store. */
export interface CatalogData {
  shops: Map<string, string[]>;
  products: Map<string, ProductFacts[]>;
  /** Number of calls that it received. */
  calls: number;
  /** Makes every call fail with `unavailable`. */
  isDown: boolean;
}

/** The service as other services call it, with a stand-in for catalog. */
export interface TestService {
  client: ClientOf<typeof InventoryServiceService>;
  port: number;
  catalog: CatalogData;
  deps: Deps;
  close(): Promise<void>;
}

/** Starts the service on a database. */
export async function startService(db: Database, clock: Clock = systemClock): Promise<TestService> {
  const logger = createLogger('inventory', 'silent');
  const options = { maxConnectionAgeMs: 60_000 };
  const catalogData: CatalogData = { shops: new Map(), products: new Map(), calls: 0, isDown: false };
  const catalogServer = new GrpcServer(logger, options);
  catalogServer.add(
    CatalogServiceService,
    catalogHandlers(catalogData) as Handlers<typeof CatalogServiceService>,
  );
  const toCatalog = new GrpcChannel(`127.0.0.1:${await catalogServer.listen('127.0.0.1', 0)}`, [
    CatalogServiceService,
  ]);
  const server = new GrpcServer(logger, options);
  const catalog = toCatalog.service(CatalogServiceService);
  const deps = openDeps(testParts('inventory', db, { catalog }, clock));
  server.add(InventoryServiceService, handlersOf(InventoryServiceService, rpc, deps));
  const port = await server.listen('127.0.0.1', 0);
  const channel = new GrpcChannel(`127.0.0.1:${port}`, [InventoryServiceService]);
  return {
    client: channel.service(InventoryServiceService),
    port,
    catalog: catalogData,
    deps,
    async close() {
      channel.close();
      toCatalog.close();
      await server.close(1_000);
      await catalogServer.close(1_000);
    },
  };
}

const catalogHandlers = (data: CatalogData): Partial<Handlers<typeof CatalogServiceService>> => ({
  batchGetProductFacts: async ({ storeId }, { productIds }) => {
    countCall(data);
    const products = data.products.get(storeId) ?? [];
    return { products: products.filter(({ productId }) => productIds.includes(productId)) };
  },
  listShopNames: async ({ storeId }) => {
    countCall(data);
    return { shops: (data.shops.get(storeId) ?? []).map((id) => ({ id, name: id })) };
  },
});

function countCall(data: CatalogData): void {
  data.calls++;
  if (data.isDown) throw new Fault('unavailable', 'Catalog is down.');
}

/** Context of an installation, with an idempotency key if one is given. */
export function contextOf(storeId: string, key?: string, body = ''): Context {
  return {
    storeId,
    actor: { kind: Actor_Kind.INSTALLATION, id: 'ins_a', appId: 'app_a' },
    requestId: 'test',
    deadlineMs: deadlineIn(30_000),
    idempotency: key === undefined ? undefined : { key, fingerprint: sha256(body), presentation: '' },
  };
}

/** The reason of a refusal, or else its code; `done` when there was none. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.details[0]?.reason ?? error.code;
  }
}
