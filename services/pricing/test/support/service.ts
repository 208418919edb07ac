import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { ListPricesRequest, ResolvedPrice } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { listPrices } from '../../src/rpc/list-prices.ts';
import { priceListEntrySaveMany, priceListSaveMany } from '../../src/store/price-list-save.ts';
import { productSaveMany } from '../../src/store/product-save.ts';
import { promotionSaveMany } from '../../src/store/promotion-save.ts';
import { shopSaveMany } from '../../src/store/shop-save.ts';
import { NOW_MS, SHOPS, type World } from './world.ts';

/** The service behind real gRPC, at NOW_MS. */
export interface TestService {
  client: ClientOf<typeof PricingServiceService>;
  close(): Promise<void>;
}

/** Starts the service on a port of its own. */
export async function startService(db: Database): Promise<TestService> {
  const server = new GrpcServer(createLogger('pricing', 'silent'), { maxConnectionAgeMs: 60_000 });
  server.add(PricingServiceService, { listPrices: listPrices({ db, clock: { now: () => NOW_MS } }) });
  const port = await server.listen('127.0.0.1', 0);
  const channel = new GrpcChannel(`127.0.0.1:${port}`, [PricingServiceService]);
  const close = async (): Promise<void> => {
    channel.close();
    await server.close(1_000);
  };
  return { client: channel.service(PricingServiceService), close };
}

/** A call about a store. */
export const contextOf = (storeId: string): Context => systemContext('test', Date.now() + 10_000, storeId);

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
