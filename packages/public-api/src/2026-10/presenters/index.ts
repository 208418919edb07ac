/** Presenters of the version's resources, used by the gateway for responses and by the webhooks service for an event's `data`. */
export { presentBrand } from './brand.ts';
export { presentCategory } from './category.ts';
export { presentCustomer } from './customer.ts';
export { presentInstallation } from './installation.ts';
export { presentOrder } from './order.ts';
export { presentProduct } from './product.ts';
export { presentPriceList } from './price-list.ts';
export { presentResolvedPrice } from './price.ts';
export { presentShop } from './shop.ts';
export { presentStatusFlow } from './status-flow.ts';
export { presentStockRow } from './stock.ts';
export { presentStore } from './store.ts';
