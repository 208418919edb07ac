import type { Callers } from '@commerce/service-kit/grpc/callers.ts';

/** Callers allowed per method, by the names in their certificates. All other calls are rejected. */
export const callers: Callers = {
  'commerce.pricing.v1.PricingService': {
    ListPrices: ['gateway'],
    GetPriceVersions: ['gateway'],
    ResolvePrices: ['gateway', 'orders'],
    SetPrices: ['gateway', 'catalog'],
    SetCosts: ['catalog'],
    SetCompareAtPrices: ['catalog'],
    EditPrices: ['gateway'],
    ListProductPrices: ['gateway'],
    StartBulkPriceChange: ['gateway'],
    PreviewBulkPriceChange: ['gateway'],
    ListBulkJobs: ['gateway'],
    GetBulkJob: ['gateway'],
    CreatePriceList: ['gateway'],
    UpdatePriceList: ['gateway'],
    DeletePriceList: ['gateway'],
    ListPriceLists: ['gateway'],
    ListPriceListEntries: ['gateway'],
    SetPriceListEntries: ['gateway'],
    RemovePriceListEntries: ['gateway'],
    SetShopPriceList: ['gateway'],
    CreatePromotion: ['gateway'],
    UpdatePromotion: ['gateway'],
    EndPromotion: ['gateway'],
    GetPromotion: ['gateway'],
    ListPromotions: ['gateway'],
  },
};
