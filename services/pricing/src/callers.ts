import type { Callers } from '@commerce/service-kit/grpc/callers.ts';

/** Callers allowed per method, by the names in their certificates. All other calls are rejected. */
export const callers: Callers = {
  'commerce.pricing.v1.PricingService': {
    ListPrices: ['gateway'],
    GetPriceVersions: ['gateway'],
    ResolvePrices: ['gateway', 'orders'],
    SetPrices: ['gateway', 'catalog', 'orders'],
    SetCosts: ['catalog'],
    SetCompareAtPrices: ['catalog'],
    EditPrices: ['gateway', 'orders'],
    ListProductPrices: ['gateway'],
    StartBulkPriceChange: ['gateway'],
    PreviewBulkPriceChange: ['gateway'],
    ListBulkJobs: ['gateway'],
    GetBulkJob: ['gateway'],
    CreatePriceList: ['gateway', 'orders'],
    UpdatePriceList: ['gateway'],
    DeletePriceList: ['gateway'],
    ListPriceLists: ['gateway'],
    ListPriceListEntries: ['gateway'],
    SetPriceListEntries: ['gateway', 'orders'],
    RemovePriceListEntries: ['gateway'],
    SetShopPriceList: ['gateway', 'orders'],
    CreatePromotion: ['gateway', 'orders'],
    UpdatePromotion: ['gateway'],
    EndPromotion: ['gateway'],
    GetPromotion: ['gateway'],
    ListPromotions: ['gateway'],
    PurgeStore: ['orders'],
  },
};

/** Services whose events this one consumes; the permissions of its NATS user are generated from them. */
export const sources = ['catalog'];
