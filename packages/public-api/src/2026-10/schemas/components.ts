import type * as z from 'zod';
import { brandSchema } from './brand.ts';
import { categorySchema } from './category.ts';
import { one, page, postalAddressSchema } from './common.ts';
import { customerSchema } from './customer.ts';
import { eventSchemas } from './event-types.ts';
import { eventSchema } from './event.ts';
import { installationSchema } from './installation.ts';
import { lineItemSchema, orderSchema, shippingSchema } from './order.ts';
import { priceListSchema } from './price-list.ts';
import { resolvedPriceSchema } from './price.ts';
import { productSchema, variantSchema } from './product.ts';
import { shopSchema } from './shop.ts';
import { statusFlowSchema } from './status-flow.ts';
import { stockAdjustmentOutcomeSchema, stockRowSchema } from './stock.ts';
import { storeSchema } from './store.ts';

/** Resources of the version by their names in OpenAPI. */
export const components = {
  Store: storeSchema,
  Shop: shopSchema,
  Category: categorySchema,
  Brand: brandSchema,
  Product: productSchema,
  Variant: variantSchema,
  ResolvedPrice: resolvedPriceSchema,
  PriceList: priceListSchema,
  StockRow: stockRowSchema,
  StockAdjustmentOutcome: stockAdjustmentOutcomeSchema,
  Order: orderSchema,
  StatusFlow: statusFlowSchema,
  LineItem: lineItemSchema,
  Shipping: shippingSchema,
  Customer: customerSchema,
  Installation: installationSchema,
  Event: eventSchema,
  ...eventSchemas,
  PostalAddress: postalAddressSchema,
} satisfies Record<string, z.ZodType>;

/** Bodies with one resource. */
export const single = {
  store: one(storeSchema),
  shop: one(shopSchema),
  category: one(categorySchema),
  brand: one(brandSchema),
  product: one(productSchema),
  stock: one(stockRowSchema),
  order: one(orderSchema),
  statusFlow: one(statusFlowSchema),
  customer: one(customerSchema),
  installation: one(installationSchema),
};

/** Bodies of collections. */
export const pages = {
  shops: page(shopSchema),
  categories: page(categorySchema),
  brands: page(brandSchema),
  products: page(productSchema),
  prices: page(resolvedPriceSchema),
  priceLists: page(priceListSchema),
  stock: page(stockRowSchema),
  orders: page(orderSchema),
  customers: page(customerSchema),
  events: page(eventSchema),
};
