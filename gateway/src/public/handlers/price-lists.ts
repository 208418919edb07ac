import type { PublicHandler } from '../call.ts';

export const listPriceLists: PublicHandler<'listPriceLists'> = async (
  { ctx, services, cursor },
  { query },
) => {
  const page = await services.pricing.listPriceLists(ctx, {
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
  });
  const defaults = Map.groupBy(page.shopDefaults, ({ priceListId }) => priceListId);
  const items = page.priceLists.map((priceList) => ({
    priceList,
    defaultShopIds: (defaults.get(priceList.id) ?? []).map(({ shopId }) => shopId),
  }));
  return { items, nextCursor: cursor.seal(page.nextPageToken) };
};
