import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { PriceCopy } from '@commerce/proto/commerce/catalog/v1/price_copy.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { PricesChanged } from '@commerce/proto/commerce/pricing/v1/events.ts';
import {
  PricingServiceService,
  type ListPricesRequest,
  type ResolvedPrice,
  type ResolvePricesResponse,
  type ResolvePricesResponse_Price,
  type SetPricesRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { handlersOf } from '@commerce/service-kit/process/service.ts';
import { testParts } from '@commerce/service-kit/testing/service.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import { openDeps, type Deps } from '../../src/deps.ts';
import * as rpc from '../../src/rpc/index.ts';
import {
  priceListEntrySaveMany,
  priceListSaveMany,
  productSaveMany,
  promotionSaveMany,
  shopSaveMany,
} from '../../src/seed.ts';
import { TestCatalog } from './catalog.ts';
import { NOW_MS, SHOPS, type World } from './world.ts';

/** The service behind real gRPC, with a stand-in for catalog. */
export interface TestService {
  client: ClientOf<typeof PricingServiceService>;
  /** SetPrices; its product stays encoded. */
  setPrices: (ctx: Context, request: SetPricesRequest) => Promise<EncodedPage>;
  catalog: TestCatalog;
  /** Starts the stand-in again after it was stopped, and waits until the service is connected. */
  restartCatalog(): Promise<void>;
  deps: Deps;
  close(): Promise<void>;
}

/** Starts the service on its own port; its clock stands at NOW_MS by default. */
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
  server.add(PricingServiceService, handlersOf(PricingServiceService, rpc, deps));
  const port = await server.listen('127.0.0.1', 0);
  const channel = new GrpcChannel(`127.0.0.1:${port}`, [PricingServiceService]);
  const close = async (): Promise<void> => {
    channel.close();
    await server.close(1_000);
    toCatalog.close();
    await catalog.stop();
  };
  const restartCatalog = async (): Promise<void> => {
    await catalog.start();
    for (let isConnected = false; !isConnected; await sleep(50)) {
      const ctx = systemContext('test', deadlineIn(1_000), 'sto_1');
      const call = deps.clients.catalog.batchGetProductFacts(ctx, { productIds: [] });
      isConnected = await call.then(
        () => true,
        () => false,
      );
    }
  };
  return {
    client: channel.service(PricingServiceService),
    setPrices: channel.encoded(PricingServiceService.setPrices),
    catalog,
    restartCatalog,
    deps,
    close,
  };
}

/** Context of a store. */
export const contextOf = (storeId: string): Context => systemContext('test', deadlineIn(30_000), storeId);

/** Context of an installation with an idempotency key. */
export const keyed = (storeId: string, key: string, body = '', installation = 'ins_1'): Context => ({
  ...contextOf(storeId),
  actor: { kind: Actor_Kind.INSTALLATION, id: installation, appId: 'app_1' },
  idempotency: { key, fingerprint: sha256(body), presentation: 'plain' },
});

/** Loads a world; the first shop has the given default list, the other has none. */
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

/** The prices in the events of the outbox, which is empty afterwards. */
export const publishedPrices = async (db: Database): Promise<PriceCopy[]> =>
  (await drainOutbox(db))
    .filter(({ type }) => type === 'prices.changed')
    .flatMap(({ payload }) => PricesChanged.decode(payload).prices);

/** The prices of a response whose items are all sold. */
export const pricesOf = ({ results }: ResolvePricesResponse): ResolvePricesResponse_Price[] =>
  results.map(({ result }) => {
    if (result?.$case !== 'ok') throw new Error(`refused: ${result?.value.message}`);
    return result.value;
  });

/** Reads all pages of a list. */
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
