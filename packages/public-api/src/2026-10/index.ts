import { getBrand, listBrands } from './routes/brands.ts';
import { getCategory, listCategories } from './routes/categories.ts';
import { createCustomer, getCustomer, listCustomers, updateCustomer } from './routes/customers.ts';
import { listEvents } from './routes/events.ts';
import { deleteInstallation, getInstallation } from './routes/installation.ts';
import { getOrder, listOrders, setOrderStatus, setOrderTracking } from './routes/orders.ts';
import { listPriceLists } from './routes/price-lists.ts';
import { listPrices, setPrices } from './routes/prices.ts';
import { createProduct, deleteProduct, getProduct, listProducts, updateProduct } from './routes/products.ts';
import { getShop, listShops } from './routes/shops.ts';
import { getStatusFlow } from './routes/status-flow.ts';
import { adjustStock, batchAdjustStock, listStock } from './routes/stock.ts';
import { getStore } from './routes/store.ts';

/** Every endpoint of the version by the name of its operation (contract, section 4). */
export const routes = {
  getStore,
  listShops,
  getShop,
  listCategories,
  getCategory,
  listBrands,
  getBrand,
  listProducts,
  getProduct,
  createProduct,
  updateProduct,
  deleteProduct,
  listPrices,
  setPrices,
  listPriceLists,
  listStock,
  adjustStock,
  batchAdjustStock,
  listOrders,
  getOrder,
  setOrderStatus,
  setOrderTracking,
  getStatusFlow,
  listCustomers,
  getCustomer,
  createCustomer,
  updateCustomer,
  getInstallation,
  deleteInstallation,
  listEvents,
};
