import type { Handlers } from '@commerce/public-api/versions.ts';
import type { Call } from '../call.ts';
import { listBrands } from './brands.ts';
import { listCategories } from './categories.ts';
import { getCustomer, listCustomers } from './customers.ts';
import { getOrder, listOrders } from './orders.ts';
import { listPrices, setPrices } from './prices.ts';
import { getProduct, listProducts } from './products.ts';
import { getShop, listShops } from './shops.ts';
import { listStock } from './stock.ts';
import { getStore } from './stores.ts';

/** Every operation with what answers it; one that is missing does not compile. */
export const handlers: Handlers<Call> = {
  getStore,
  listShops,
  getShop,
  listCategories,
  listBrands,
  listProducts,
  getProduct,
  listPrices,
  setPrices,
  listStock,
  listOrders,
  getOrder,
  listCustomers,
  getCustomer,
};
