import {
  SetShopPriceListResponse,
  type SetShopPriceListRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { findShops } from '../use-cases/refresh-projection.ts';
import { priceListLock } from '../store/price-list.ts';
import { shopUpdateDefault } from '../store/shop.ts';

export const setShopPriceList =
  (deps: Deps): Handler<SetShopPriceListRequest, SetShopPriceListResponse> =>
  async (ctx, { shopId, priceListId }) => {
    const shops = await findShops(deps, ctx, [shopId]);
    return deps.writer.write(ctx, SetShopPriceListResponse, async (unit) => {
      const storeId = storeOf(ctx);
      if (!shops.has(shopId)) throw notFound();
      if (priceListId !== undefined && !(await priceListLock(unit, storeId, priceListId))) throw notFound();
      await shopUpdateDefault(deps.prisma, storeId, shopId, priceListId ?? null);
      return {};
    });
  };
