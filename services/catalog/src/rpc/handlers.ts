import type { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Handlers } from '@commerce/service-kit/grpc/server.ts';
import { applyPrices } from './apply-prices.ts';
import { batchGetProductFacts } from './batch-get-product-facts.ts';
import { batchGetProducts } from './batch-get-products.ts';
import { createBrand } from './create-brand.ts';
import { createCategory } from './create-category.ts';
import { createProduct } from './create-product.ts';
import { createShop } from './create-shop.ts';
import { deleteBrand } from './delete-brand.ts';
import { deleteCategory } from './delete-category.ts';
import { deleteProduct } from './delete-product.ts';
import type { Deps, WriteDeps } from './deps.ts';
import { getBulkJob } from './get-bulk-job.ts';
import { getShop } from './get-shop.ts';
import { listBrands } from './list-brands.ts';
import { listCategories } from './list-categories.ts';
import { listProducts } from './list-products.ts';
import { listShopNames } from './list-shop-names.ts';
import { listShops } from './list-shops.ts';
import { startBulkProductEdit } from './start-bulk-product-edit.ts';
import { updateBrand } from './update-brand.ts';
import { updateCategory } from './update-category.ts';
import { updateProduct } from './update-product.ts';
import { updateShop } from './update-shop.ts';

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
