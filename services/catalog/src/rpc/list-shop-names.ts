import type {
  ListShopNamesRequest,
  ListShopNamesResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { shopListNames } from '../store/shop.ts';
import type { Deps } from '../deps.ts';

export const listShopNames =
  ({ prisma }: Deps): Handler<ListShopNamesRequest, ListShopNamesResponse> =>
  async (ctx) => ({ shops: await shopListNames(prisma, storeOf(ctx)) });
