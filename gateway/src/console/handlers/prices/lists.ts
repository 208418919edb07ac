import type { PriceList } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { priceRoutes, PriceListBody } from '@commerce/console-api/routes/prices.ts';
import { requireId } from '../../../edge/ids.ts';
import { required } from '../../../edge/required.ts';
import type { HandlersOf } from '../../handler.ts';
import { toJson } from '../../to-json.ts';
import { namesOf, productsOf, searchProducts } from '../named.ts';

type Lists = Pick<
  typeof priceRoutes,
  | 'lists'
  | 'createList'
  | 'updateList'
  | 'deleteList'
  | 'setShopList'
  | 'entries'
  | 'setEntries'
  | 'removeEntries'
>;

/** Maximum number of products whose entries are looked up at once. */
const MAX_FOUND = 100;

export const listHandlers: HandlersOf<Lists> = {
  lists: async ({ ctx, services }) => {
    const { priceLists, shopDefaults } = await services.pricing.listPriceLists(ctx, {});
    return { items: toJson(priceLists.map(versioned)), shopDefaults: toJson(shopDefaults) };
  },

  createList: async ({ ctx, services, body }) => {
    const { priceList } = await services.pricing.createPriceList(ctx, fieldsOf(body));
    return { id: required(priceList).id };
  },

  updateList: async ({ ctx, services, params, body }) => {
    const id = requireId('pl', params.list);
    await services.pricing.updatePriceList(ctx, {
      priceList: { id, ...fieldsOf(body) },
      expectedVersion: body.version,
    });
    return { id };
  },

  deleteList: async ({ ctx, services, params }) => {
    await services.pricing.deletePriceList(ctx, { priceListId: requireId('pl', params.list) });
    return {};
  },

  setShopList: async ({ ctx, services, params, body }) => {
    const shopId = requireId('shp', params.shop);
    await services.pricing.setShopPriceList(ctx, { shopId, priceListId: body.priceListId ?? undefined });
    return {};
  },

  entries: async ({ ctx, services, cursor, params, query }) => {
    const priceListId = requireId('pl', params.list);
    const pageToken = cursor.open(query.cursor);
    const text = query.q?.trim() ?? '';
    const search = { text, limit: MAX_FOUND, pageToken: Buffer.alloc(0) };
    const productIds =
      text === '' ? [] : (await searchProducts(ctx, services, search)).products.map(({ id }) => id);
    // Without product ids, the request would return all entries.
    if (text !== '' && productIds.length === 0) return { items: [], nextCursor: null };
    const page = await services.pricing.listPriceListEntries(ctx, {
      priceListId,
      limit: query.limit,
      pageToken,
      productIds,
    });
    const products = await productsOf(
      ctx,
      services,
      page.entries.map(({ productId }) => productId),
    );
    const items = page.entries.map((entry) => ({
      ...entry,
      ...namesOf(products, entry),
      id: `${entry.productId} ${entry.variantId ?? ''}`,
    }));
    return { items, nextCursor: cursor.seal(page.nextPageToken) };
  },

  setEntries: async ({ ctx, services, params, body }) => {
    await services.pricing.setPriceListEntries(ctx, {
      priceListId: requireId('pl', params.list),
      entries: body.entries.map(({ variantId, ...entry }) => ({
        ...entry,
        variantId: variantId ?? undefined,
      })),
    });
    return {};
  },

  removeEntries: async ({ ctx, services, params, body }) => {
    await services.pricing.removePriceListEntries(ctx, {
      priceListId: requireId('pl', params.list),
      entries: body.entries.map(({ productId, variantId }) => ({
        productId,
        variantId: variantId ?? undefined,
      })),
    });
    return {};
  },
};

/** Pricing returns the version of every list. */
const versioned = ({ version = '', ...list }: PriceList) => ({ ...list, version });

const fieldsOf = ({ name, rule }: PriceListBody) => ({
  name,
  rule: rule === null ? undefined : { ...rule, overListId: rule.overListId ?? undefined },
});
