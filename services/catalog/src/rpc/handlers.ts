import type { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Handlers } from '@commerce/service-kit/grpc/server.ts';
import { addImportPart } from './add-import-part.ts';
import { applyPrices } from './apply-prices.ts';
import { batchGetProductFacts } from './batch-get-product-facts.ts';
import { batchGetProducts } from './batch-get-products.ts';
import { changeVariants } from './change-variants.ts';
import { confirmImport } from './confirm-import.ts';
import { createBrand } from './create-brand.ts';
import { createCategory } from './create-category.ts';
import { createProduct } from './create-product.ts';
import { createShop } from './create-shop.ts';
import { deleteBrand } from './delete-brand.ts';
import { deleteCategory } from './delete-category.ts';
import { deleteProduct } from './delete-product.ts';
import type { AllDeps } from './deps.ts';
import { exportProducts } from './export-products.ts';
import { findSellable } from './find-sellable.ts';
import { getBulkJob } from './get-bulk-job.ts';
import { getImport } from './get-import.ts';
import { getProductForEditing } from './get-product-for-editing.ts';
import { getShop } from './get-shop.ts';
import { listBrands } from './list-brands.ts';
import { listCategories } from './list-categories.ts';
import { listImportProblems } from './list-import-problems.ts';
import { listImportProducts } from './list-import-products.ts';
import { listImports } from './list-imports.ts';
import { listProducts } from './list-products.ts';
import { listShopNames } from './list-shop-names.ts';
import { listShops } from './list-shops.ts';
import { searchProducts } from './search-products.ts';
import { startBulkProductEdit } from './start-bulk-product-edit.ts';
import { startImport } from './start-import.ts';
import { updateBrand } from './update-brand.ts';
import { updateCategory } from './update-category.ts';
import { updateProduct } from './update-product.ts';
import { updateShop } from './update-shop.ts';

/** What answers each method of the service. */
export const handlers = (deps: AllDeps): Handlers<typeof CatalogServiceService> => ({
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
  searchProducts: searchProducts(deps),
  getProductForEditing: getProductForEditing(deps),
  changeVariants: changeVariants(deps),
  findSellable: findSellable(deps),
  startImport: startImport(deps),
  addImportPart: addImportPart(deps),
  getImport: getImport(deps),
  listImports: listImports(deps),
  listImportProducts: listImportProducts(deps),
  listImportProblems: listImportProblems(deps),
  confirmImport: confirmImport(deps),
  exportProducts: exportProducts(deps),
});
