/** The resources of the version as JSON: the gateway answers them, the webhooks service puts them into an event's `data`. */
export { presentBrand } from './brand.ts';
export { presentCategory } from './category.ts';
export { presentCustomer } from './customer.ts';
export { presentOrder } from './order.ts';
export { presentProduct } from './product.ts';
export { presentResolvedPrice } from './price.ts';
export { presentShop } from './shop.ts';
export { presentStockRow } from './stock.ts';
export { presentStore } from './store.ts';
