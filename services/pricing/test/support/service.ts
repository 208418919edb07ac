import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { ListPricesRequest, ResolvedPrice } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import type { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { handlersOf } from '@commerce/service-kit/process/service.ts';
import { testParts } from '@commerce/service-kit/testing/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import { openDeps } from '../../src/deps.ts';
import * as rpc from '../../src/rpc/index.ts';
import { priceListEntrySaveMany, priceListSaveMany } from '../../src/store/price-list-save.ts';
import { productSaveMany } from '../../src/store/product-save.ts';
import { promotionSaveMany } from '../../src/store/promotion-save.ts';
import { shopSaveMany } from '../../src/store/shop-save.ts';
import { TestCatalog } from './catalog.ts';
import { NOW_MS, SHOPS, type World } from './world.ts';

/** The service behind real gRPC, at NOW_MS unless it is given a clock, with a catalogue that stands by. */
export interface TestService {
  client: ClientOf<typeof PricingServiceService>;
  catalog: TestCatalog;
  /** Starts the catalogue again after it was stopped, and waits until the service has found it. */
  catalogBack(): Promise<void>;
  writer: Writer;
  jobs: BulkJobs;
  close(): Promise<void>;
}

/** Starts the service on a port of its own. */
export async function startService(db: Database, clock: Clock = { now: () => NOW_MS }): Promise<TestService> {
  const logger = createLogger('pricing', 'silent');
  const catalog = new TestCatalog();
  await catalog.start();
  const toCatalog = new GrpcChannel(`127.0.0.1:${catalog.port}`, [CatalogServiceService]);
  const server = new GrpcServer(logger, { maxConnectionAgeMs: 60_000 });
  const clients = {
    catalog: toCatalog.service(CatalogServiceService),
    applyPrices: toCatalog.encoded(CatalogServiceService.applyPrices),
  };
  const deps = openDeps(testParts('pricing', db, clients, clock));
  const { writer, jobs } = deps;
  server.add(PricingServiceService, handlersOf(PricingServiceService, rpc, deps));
  const port = await server.listen('127.0.0.1', 0);
  const channel = new GrpcChannel(`127.0.0.1:${port}`, [PricingServiceService]);
  const close = async (): Promise<void> => {
    channel.close();
    await server.close(1_000);
    toCatalog.close();
    await catalog.stop();
  };
  const catalogBack = async (): Promise<void> => {
    await catalog.start();
    for (let found = false; !found; await sleep(50)) {
      const ctx = systemContext('test', Date.now() + 1_000, 'sto_1');
      const asked = deps.catalog.batchGetProductFacts(ctx, { productIds: [] });
      found = await asked.then(
        () => true,
        () => false,
      );
    }
  };
  return { client: channel.service(PricingServiceService), catalog, catalogBack, writer, jobs, close };
}

/** A call about a store. */
export const contextOf = (storeId: string): Context => systemContext('test', Date.now() + 30_000, storeId);

/** A call of an installation, with an idempotency key. */
export const keyed = (storeId: string, key: string, body = '', installation = 'ins_1'): Context => ({
  ...contextOf(storeId),
  actor: { kind: Actor_Kind.INSTALLATION, id: installation, appId: 'app_1' },
  idempotency: { key, fingerprint: sha256(body), presentation: 'plain' },
});

/** Saves a world by the bulk functions; the first shop's default list is given, the other has none. */
export async function saveWorld(
  db: Queryable,
  storeId: string,
  world: World,
  defaultPriceListId: string | null = null,
): Promise<void> {
  await priceListSaveMany(db, storeId, world.lists);
  await shopSaveMany(
    db,
    storeId,
    SHOPS.map((shopId, i) => ({ shopId, defaultPriceListId: i === 0 ? defaultPriceListId : null })),
  );
  await productSaveMany(db, storeId, world.products);
  await priceListEntrySaveMany(db, storeId, world.entries);
  await promotionSaveMany(db, storeId, world.promotions);
}

/** Follows a list from its first page to its last. */
export async function allPages(
  { client }: TestService,
  storeId: string,
  request: Omit<ListPricesRequest, 'pageToken'>,
): Promise<ResolvedPrice[][]> {
  const pages: ResolvedPrice[][] = [];
  let pageToken: Buffer = Buffer.alloc(0);
  do {
    const page = await client.listPrices(contextOf(storeId), { ...request, pageToken });
    pages.push(page.prices);
    pageToken = page.nextPageToken;
  } while (pageToken.length > 0);
  return pages;
}
