import { listBrands } from './routes/brands.ts';
import { listCategories } from './routes/categories.ts';
import { getCustomer, listCustomers } from './routes/customers.ts';
import { getOrder, listOrders } from './routes/orders.ts';
import { listPrices, setPrices } from './routes/prices.ts';
import { getProduct, listProducts } from './routes/products.ts';
import { getShop, listShops } from './routes/shops.ts';
import { listStock } from './routes/stock.ts';
import { getStore } from './routes/store.ts';

/** Every endpoint of the version by the name of its operation (contract, section 4). */
export const routes = {
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
