import {
  ProductChanged,
  ProductDeleted,
  ProductsChanged,
  ShopChanged,
} from '@commerce/proto/commerce/catalog/v1/events.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { EventHandler, Subscription } from '@commerce/service-kit/events/subscription.ts';
import { productFromFacts } from '../../domain/product-facts.ts';
import type { Deps } from '../../deps.ts';
import { productSaveMany } from '../../store/product.ts';
import { shopSaveMany } from '../../store/shop.ts';
import { tombstoneProduct } from '../../use-cases/tombstone-product.ts';

/** Maximum number of products that one statement saves. */
const CHUNK = 1_000;

/** Subscription to catalog: keeps the projection of shops and products, of which only newer versions are applied. */
export function catalogEvents({ prisma, clock }: Pick<Deps, 'prisma' | 'clock'>): Subscription {
  const saveShop: EventHandler = (_unit, { payload }, ctx) =>
    shopSaveMany(prisma, storeOf(ctx), [ShopChanged.decode(payload).shopId]);
  return {
    service: 'catalog',
    handlers: {
      'product.created': saveProduct,
      'product.updated': saveProduct,
      'product.drafted': saveProduct,
      'products.changed': saveProducts,
      'product.deleted': (unit, { payload }, ctx) =>
        tombstoneProduct(unit, ctx, clock, ProductDeleted.decode(payload)),
      'shop.created': saveShop,
      'shop.updated': saveShop,
    },
  };
}

const saveProduct: EventHandler = async (unit, { payload }, ctx) => {
  const { facts } = ProductChanged.decode(payload);
  if (facts !== undefined) await productSaveMany(unit, storeOf(ctx), [productFromFacts(facts)]);
};

const saveProducts: EventHandler = async (unit, { payload }, ctx) => {
  const products = ProductsChanged.decode(payload)
    .products.map(productFromFacts)
    .toSorted((a, b) => (a.productId < b.productId ? -1 : 1));
  for (let from = 0; from < products.length; from += CHUNK)
    await productSaveMany(unit, storeOf(ctx), products.slice(from, from + CHUNK));
};
