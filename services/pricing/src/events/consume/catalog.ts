import {
  ProductChanged,
  ProductDeleted,
  ProductsChanged,
  ShopChanged,
} from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { EventHandler, Subscription } from '@commerce/service-kit/events/subscription.ts';
import { applyFacts } from '../../projection/products.ts';
import { productBuryMany } from '../../store/product-save.ts';
import { shopProjectMany } from '../../store/shop-save.ts';

const productChanged: EventHandler = async (unit, { storeId, payload }) => {
  const { facts } = ProductChanged.decode(payload);
  if (facts !== undefined) await applyFacts(unit, storeId, [facts]);
};

const productsChanged: EventHandler = async (unit, { storeId, payload }) => {
  const { products } = ProductsChanged.decode(payload);
  if (products.length > 0) await applyFacts(unit, storeId, products);
};

const productDeleted: EventHandler = async (unit, { storeId, payload }) => {
  const { productId, version } = ProductDeleted.decode(payload);
  await productBuryMany(unit, storeId, [{ productId, version }]);
};

const shopChanged: EventHandler = async (unit, { storeId, payload }) =>
  shopProjectMany(unit, storeId, [ShopChanged.decode(payload).shopId]);

/** What pricing hears of the catalogue: products and shops that prices can be asked of. */
export const catalogEvents: Subscription = {
  service: 'catalog',
  handlers: {
    'product.created': productChanged,
    'product.updated': productChanged,
    'product.drafted': productChanged,
    'product.deleted': productDeleted,
    'products.changed': productsChanged,
    'shop.created': shopChanged,
    'shop.updated': shopChanged,
  },
};
