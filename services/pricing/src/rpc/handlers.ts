import type { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Handlers } from '@commerce/service-kit/grpc/server.ts';
import { createPriceList } from './create-price-list.ts';
import { createPromotion } from './create-promotion.ts';
import { deletePriceList } from './delete-price-list.ts';
import type { Deps } from './deps.ts';
import { editPrices } from './edit-prices.ts';
import { endPromotion } from './end-promotion.ts';
import { getBulkJob } from './get-bulk-job.ts';
import { getPromotion } from './get-promotion.ts';
import { listBulkJobs } from './list-bulk-jobs.ts';
import { listPriceListEntries } from './list-price-list-entries.ts';
import { listPriceLists } from './list-price-lists.ts';
import { listPrices } from './list-prices.ts';
import { listProductPrices } from './list-product-prices.ts';
import { listPromotions } from './list-promotions.ts';
import { previewBulkPriceChange } from './preview-bulk-price-change.ts';
import { removePriceListEntries } from './remove-price-list-entries.ts';
import { resolvePrices } from './resolve-prices.ts';
import { setCompareAtPrices } from './set-compare-at-prices.ts';
import { setCosts } from './set-costs.ts';
import { setPriceListEntries } from './set-price-list-entries.ts';
import { setPrices } from './set-prices.ts';
import { setShopPriceList } from './set-shop-price-list.ts';
import { startBulkPriceChange } from './start-bulk-price-change.ts';
import { updatePriceList } from './update-price-list.ts';
import { updatePromotion } from './update-promotion.ts';

/** The methods of the service. */
export const handlers = (deps: Deps): Handlers<typeof PricingServiceService> => ({
  listPrices: listPrices(deps),
  resolvePrices: resolvePrices(deps),
  setPrices: setPrices(deps),
  setCosts: setCosts(deps),
  setCompareAtPrices: setCompareAtPrices(deps),
  editPrices: editPrices(deps),
  listProductPrices: listProductPrices(deps),
  startBulkPriceChange: startBulkPriceChange(deps),
  previewBulkPriceChange: previewBulkPriceChange(deps),
  listBulkJobs: listBulkJobs(deps),
  getBulkJob: getBulkJob(deps),
  createPriceList: createPriceList(deps),
  updatePriceList: updatePriceList(deps),
  deletePriceList: deletePriceList(deps),
  listPriceLists: listPriceLists(deps),
  listPriceListEntries: listPriceListEntries(deps),
  setPriceListEntries: setPriceListEntries(deps),
  removePriceListEntries: removePriceListEntries(deps),
  setShopPriceList: setShopPriceList(deps),
  createPromotion: createPromotion(deps),
  updatePromotion: updatePromotion(deps),
  endPromotion: endPromotion(deps),
  getPromotion: getPromotion(deps),
  listPromotions: listPromotions(deps),
});
