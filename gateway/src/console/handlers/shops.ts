import type { ShopFields } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ShopBody, shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { requireId } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';
import type { HandlersOf } from '../handler.ts';
import { toJson } from '../to-json.ts';

export const shopHandlers: HandlersOf<typeof shopRoutes> = {
  list: async ({ ctx, services, cursor, query }) => {
    const page = await services.catalog.listShops(ctx, {
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
    });
    return { items: toJson(page.shops), nextCursor: cursor.seal(page.nextPageToken) };
  },

  get: async ({ ctx, services, params }) => {
    const { shop } = await services.catalog.getShop(ctx, { id: requireId('shp', params.shop) });
    return toJson(required(shop));
  },

  create: async ({ ctx, services, body }) => {
    const { shop } = await services.catalog.createShop(ctx, { fields: fieldsOf(body) });
    return toJson(required(shop));
  },

  update: async ({ ctx, services, params, body: { version, ...body } }) => {
    const id = requireId('shp', params.shop);
    const { shop } = await services.catalog.updateShop(ctx, {
      id,
      fields: fieldsOf(body),
      expectedVersion: version,
    });
    return toJson(required(shop));
  },
};

/** An empty string means no value. */
const nonEmpty = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

const fieldsOf = ({ description, image, address, ...rest }: ShopBody): ShopFields => ({
  ...rest,
  description: nonEmpty(description),
  image: nonEmpty(image),
  address: { ...address, crossStreets: nonEmpty(address.crossStreets) },
});
