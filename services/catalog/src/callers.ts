import type { Callers } from '@commerce/service-kit/grpc/callers.ts';

/** Allowed callers of each method, by the names in their certificates. A caller may call nothing else. */
export const callers: Callers = {
  'commerce.catalog.v1.CatalogService': {
    ListShops: ['gateway'],
    GetShop: ['gateway', 'pricing', 'orders'],
    ListShopNames: ['gateway', 'inventory', 'webhooks', 'orders'],
    ListCategories: ['gateway'],
    GetCategory: ['gateway'],
    ListBrands: ['gateway'],
    GetBrand: ['gateway'],
    ListProducts: ['gateway', 'webhooks', 'orders'],
    ListProductVersions: ['gateway'],
    BatchGetProducts: ['gateway', 'orders', 'webhooks'],
    BatchGetProductFacts: ['gateway', 'pricing', 'inventory'],
    ApplyPrices: ['pricing'],
    CreateProduct: ['gateway', 'orders'],
    UpdateProduct: ['gateway', 'orders'],
    DeleteProduct: ['gateway'],
    StartBulkProductEdit: ['gateway'],
    GetBulkJob: ['gateway'],
    CreateShop: ['gateway', 'orders'],
    UpdateShop: ['gateway'],
    CreateCategory: ['gateway', 'orders'],
    UpdateCategory: ['gateway'],
    DeleteCategory: ['gateway'],
    CreateBrand: ['gateway', 'orders'],
    UpdateBrand: ['gateway'],
    DeleteBrand: ['gateway'],
    SearchProducts: ['gateway', 'orders'],
    GetProductForEditing: ['gateway'],
    ChangeVariants: ['gateway'],
    FindSellable: ['orders'],
    StartImport: ['gateway'],
    AddImportPart: ['gateway'],
    GetImport: ['gateway'],
    ListImports: ['gateway'],
    ListImportProducts: ['gateway'],
    ListImportProblems: ['gateway'],
    ConfirmImport: ['gateway'],
    ExportProducts: ['gateway'],
    PurgeStore: ['orders'],
  },
};

/** Services whose events this one consumes; the permissions of its NATS user are generated from them. */
export const sources = ['pricing'];
