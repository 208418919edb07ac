import type { GetShopRequest, GetShopResponse } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { shopFindById } from '../store/shop.ts';
import type { Deps } from '../deps.ts';

export const getShop =
  ({ prisma }: Deps): Handler<GetShopRequest, GetShopResponse> =>
  async (ctx, request) => {
    const shop = await shopFindById(prisma, storeOf(ctx), request.id);
    if (shop === undefined) throw notFound({ id: 'shop' });
    return { shop };
  };
