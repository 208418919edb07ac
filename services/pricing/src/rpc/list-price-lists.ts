import type {
  ListPriceListsRequest,
  ListPriceListsResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, encodePosition, pageSize, startAfterId } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { priceListList } from '../store/price-list.ts';
import { shopListDefaults } from '../store/shop.ts';
import { MAX_PRICE_LISTS } from '../domain/price-list-change.ts';
import { toPriceList } from '../domain/price-list-message.ts';

export const listPriceLists =
  ({ prisma }: Deps): Handler<ListPriceListsRequest, ListPriceListsResponse> =>
  async (ctx, { limit, pageToken = Buffer.alloc(0) }) => {
    const storeId = storeOf(ctx);
    const size = limit === undefined ? MAX_PRICE_LISTS : pageSize(limit);
    const [lists, shopDefaults] = await Promise.all([
      priceListList(prisma, storeId, startAfterId(pageToken), size + 1),
      shopListDefaults(prisma, storeId),
    ]);
    const page = cutPage(lists, size, ({ priceListId }) => [priceListId]);
    return { priceLists: page.rows.map(toPriceList), shopDefaults, nextPageToken: encodePosition(page.next) };
  };
