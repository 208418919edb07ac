import {
  ProductChanged,
  ProductDeleted,
  ProductsChanged,
  ShopChanged,
} from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { EventHandler, Subscription } from '@commerce/service-kit/events/subscription.ts';
import type { Deps } from '../../deps.ts';
import { productTombstone } from '../../store/product.ts';
import { shopInsertMissing } from '../../store/shop.ts';
import { applyProductFacts } from '../../use-cases/apply-product-facts.ts';

/** Subscription to catalog: keeps the projection of products and shops. */
export function catalogEvents({ prisma }: Deps): Subscription {
  const shopChanged: EventHandler = async (_unit, { storeId, payload }) =>
    shopInsertMissing(prisma, storeId, [ShopChanged.decode(payload).shopId]);
  return {
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
}

const productChanged: EventHandler = async (unit, { storeId, payload }) => {
  const { facts } = ProductChanged.decode(payload);
  if (facts !== undefined) await applyProductFacts(unit, storeId, [facts]);
};

const productsChanged: EventHandler = async (unit, { storeId, payload }) => {
  const { products } = ProductsChanged.decode(payload);
  if (products.length > 0) await applyProductFacts(unit, storeId, products);
};

const productDeleted: EventHandler = async (unit, { storeId, payload }) => {
  const { productId, version } = ProductDeleted.decode(payload);
  await productTombstone(unit, storeId, { productId, version });
};
