import type { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Handlers } from '@commerce/service-kit/grpc/server.ts';
import { applyPrices } from './rpc/apply-prices.ts';
import { batchGetProductFacts } from './rpc/batch-get-product-facts.ts';
import { batchGetProducts } from './rpc/batch-get-products.ts';
import { createBrand } from './rpc/create-brand.ts';
import { createCategory } from './rpc/create-category.ts';
import { createProduct } from './rpc/create-product.ts';
import { createShop } from './rpc/create-shop.ts';
import { deleteBrand } from './rpc/delete-brand.ts';
import { deleteCategory } from './rpc/delete-category.ts';
import { deleteProduct } from './rpc/delete-product.ts';
import type { Deps, WriteDeps } from './rpc/deps.ts';
import { getBulkJob } from './rpc/get-bulk-job.ts';
import { getShop } from './rpc/get-shop.ts';
import { listBrands } from './rpc/list-brands.ts';
import { listCategories } from './rpc/list-categories.ts';
import { listProducts } from './rpc/list-products.ts';
import { listShopNames } from './rpc/list-shop-names.ts';
import { listShops } from './rpc/list-shops.ts';
import { startBulkProductEdit } from './rpc/start-bulk-product-edit.ts';
import { updateBrand } from './rpc/update-brand.ts';
import { updateCategory } from './rpc/update-category.ts';
import { updateProduct } from './rpc/update-product.ts';
import { updateShop } from './rpc/update-shop.ts';

/** What answers each method of the service. */
export const handlers = (deps: Deps & WriteDeps): Handlers<typeof CatalogServiceService> => ({
  listShops: listShops(deps),
  getShop: getShop(deps),
  listShopNames: listShopNames(deps),
  createShop: createShop(deps),
  updateShop: updateShop(deps),
  listCategories: listCategories(deps),
  createCategory: createCategory(deps),
  updateCategory: updateCategory(deps),
  deleteCategory: deleteCategory(deps),
  listBrands: listBrands(deps),
  createBrand: createBrand(deps),
  updateBrand: updateBrand(deps),
  deleteBrand: deleteBrand(deps),
  listProducts: listProducts(deps),
  batchGetProducts: batchGetProducts(deps),
  batchGetProductFacts: batchGetProductFacts(deps),
  createProduct: createProduct(deps),
  updateProduct: updateProduct(deps),
  deleteProduct: deleteProduct(deps),
  applyPrices: applyPrices(deps),
  startBulkProductEdit: startBulkProductEdit(deps),
  getBulkJob: getBulkJob(deps),
});
