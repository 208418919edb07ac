import type {
  ListPriceListsRequest,
  ListPriceListsResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { priceListList } from '../store/price-list.ts';
import { shopListDefaults } from '../store/shop.ts';
import { toPriceList } from '../domain/price-list-message.ts';

export const listPriceLists =
  ({ prisma }: Deps): Handler<ListPriceListsRequest, ListPriceListsResponse> =>
  async (ctx) => {
    const storeId = storeOf(ctx);
    const [lists, shopDefaults] = await Promise.all([
      priceListList(prisma, storeId),
      shopListDefaults(prisma, storeId),
    ]);
    return { priceLists: lists.map(toPriceList), shopDefaults };
  };
