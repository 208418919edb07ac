/**
 * Methods whose calls may share a stream, by path: batches for several stores, which the gateway calls for almost every request. On the
 * wire a call of its own is the same as a stream with one message, so these methods can be called both ways (docs/adr/0032).
 */
export const STREAMED: ReadonlySet<string> = new Set([
  '/commerce.auth.v1.AdmissionService/Admit',
  '/commerce.catalog.v1.CatalogService/ListProductVersions',
  '/commerce.catalog.v1.CatalogService/BatchGetProducts',
  '/commerce.orders.v1.OrdersService/ListOrderVersions',
  '/commerce.orders.v1.OrdersService/BatchGetOrders',
  '/commerce.customers.v1.CustomersService/ListCustomerVersions',
  '/commerce.customers.v1.CustomersService/BatchGetCustomers',
  '/commerce.pricing.v1.PricingService/GetPriceVersions',
  '/commerce.inventory.v1.InventoryService/GetStockVersions',
]);
