import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import { batchGetProducts } from './rpc/batch-get-products.ts';
import type { Deps } from './rpc/deps.ts';
import { getShop } from './rpc/get-shop.ts';
import { listBrands } from './rpc/list-brands.ts';
import { listCategories } from './rpc/list-categories.ts';
import { listProducts } from './rpc/list-products.ts';
import { listShopNames } from './rpc/list-shop-names.ts';
import { listShops } from './rpc/list-shops.ts';
import { openPrisma } from './store/prisma.ts';
import { productEncoding } from './store/product-rebuild.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the catalog service. */
export async function run(host: Host<Config>): Promise<void> {
  const db = await openDatabase(host, migrations);
  const deps: Deps = { db, prisma: openPrisma(db), productEncoding: productEncoding(db) };
  await serveGrpc(host, (server) =>
    server.add(CatalogServiceService, {
      listShops: listShops(deps),
      getShop: getShop(deps),
      listShopNames: listShopNames(deps),
      listCategories: listCategories(deps),
      listBrands: listBrands(deps),
      listProducts: listProducts(deps),
      batchGetProducts: batchGetProducts(deps),
    }),
  );
}
