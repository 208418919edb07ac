import { NO_GRANTS } from '../../route.ts';
import type { Grants } from '../../route.ts';
import * as present from '../presenters/index.ts';
import * as installation from './installation.ts';
import * as order from './order.ts';
import * as priceList from './price-list.ts';
import * as product from './product.ts';
import * as statusFlow from './status-flow.ts';
import * as store from './store.ts';

const WITH_COSTS: Grants = { costs: true };

/** Golden body: its resource, and the current presentation of the example message. */
export interface GoldenCase {
  /** Component schema of the body. */
  resource: string;
  present: () => unknown;
}

/** Expected contents of the files in `golden/`, by name without `.json`, byte for byte except for whitespace. */
export const GOLDEN: Record<string, GoldenCase> = {
  store: { resource: 'Store', present: () => present.presentStore(store.exampleStore) },
  shop: { resource: 'Shop', present: () => present.presentShop(store.exampleShop) },
  'shop-bare': { resource: 'Shop', present: () => present.presentShop(store.bareShop) },
  category: { resource: 'Category', present: () => present.presentCategory(store.exampleCategory) },
  'category-bare': { resource: 'Category', present: () => present.presentCategory(store.bareCategory) },
  brand: { resource: 'Brand', present: () => present.presentBrand(store.exampleBrand) },
  'brand-bare': { resource: 'Brand', present: () => present.presentBrand(store.bareBrand) },
  product: {
    resource: 'Product',
    present: () => present.presentProduct(product.exampleProduct, NO_GRANTS),
  },
  'product-costs': {
    resource: 'Product',
    present: () => present.presentProduct(product.exampleProduct, WITH_COSTS),
  },
  'product-bare': {
    resource: 'Product',
    present: () => present.presentProduct(product.bareProduct, NO_GRANTS),
  },
  price: { resource: 'ResolvedPrice', present: () => present.presentResolvedPrice(product.examplePrice) },
  'price-bare': { resource: 'ResolvedPrice', present: () => present.presentResolvedPrice(product.barePrice) },
  'price-list': {
    resource: 'PriceList',
    present: () => present.presentPriceList(priceList.examplePriceList),
  },
  'price-list-bare': {
    resource: 'PriceList',
    present: () => present.presentPriceList(priceList.barePriceList),
  },
  'stock-row': { resource: 'StockRow', present: () => present.presentStockRow(product.exampleStockRow) },
  'stock-row-bare': { resource: 'StockRow', present: () => present.presentStockRow(product.bareStockRow) },
  order: { resource: 'Order', present: () => present.presentOrder(order.exampleOrder, NO_GRANTS) },
  'order-costs': { resource: 'Order', present: () => present.presentOrder(order.exampleOrder, WITH_COSTS) },
  'order-bare': { resource: 'Order', present: () => present.presentOrder(order.bareOrder, NO_GRANTS) },
  'order-pickup': { resource: 'Order', present: () => present.presentOrder(order.pickupOrder, NO_GRANTS) },
  'status-flow': {
    resource: 'StatusFlow',
    present: () => present.presentStatusFlow(statusFlow.exampleStatusFlow),
  },
  installation: {
    resource: 'Installation',
    present: () => present.presentInstallation(installation.exampleInstallation),
  },
  'installation-bare': {
    resource: 'Installation',
    present: () => present.presentInstallation(installation.bareInstallation),
  },
  customer: { resource: 'Customer', present: () => present.presentCustomer(order.exampleCustomer) },
  'customer-bare': { resource: 'Customer', present: () => present.presentCustomer(order.bareCustomer) },
};
