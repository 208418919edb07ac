import type { Handlers } from '@commerce/public-api/versions.ts';
import type { Call } from '../call.ts';
import { listBrands } from './brands.ts';
import { listCategories } from './categories.ts';
import { createCustomer, getCustomer, listCustomers, updateCustomer } from './customers.ts';
import { listEvents } from './events.ts';
import { deleteInstallation } from './installation.ts';
import { getOrder, listOrders, setOrderStatus, setOrderTracking } from './orders.ts';
import { listPrices, setPrices } from './prices.ts';
import { createProduct, deleteProduct, getProduct, listProducts, updateProduct } from './products.ts';
import { getShop, listShops } from './shops.ts';
import { adjustStock, listStock } from './stock.ts';
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
  createProduct,
  updateProduct,
  deleteProduct,
  listPrices,
  setPrices,
  listStock,
  adjustStock,
  listOrders,
  getOrder,
  setOrderStatus,
  setOrderTracking,
  listCustomers,
  getCustomer,
  createCustomer,
  updateCustomer,
  deleteInstallation,
  listEvents,
};
