import {
  DeletePriceListResponse,
  type DeletePriceListRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { PURGE_PRICE_LIST } from '../domain/bulk-jobs.ts';
import { priceListLockLinks, priceListMarkDeleted } from '../store/price-list.ts';
import { shopExistsByDefault } from '../store/shop.ts';

export const deletePriceList =
  ({ prisma, writer, jobs }: Deps): Handler<DeletePriceListRequest, DeletePriceListResponse> =>
  (ctx, { priceListId }) =>
    writer.write(ctx, DeletePriceListResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const links = await priceListLockLinks(unit, storeId);
      if (!links.has(priceListId)) throw notFound();
      if ([...links.values()].includes(priceListId))
        throw conflict('price_list_in_use', 'Another price list is based on this one.');
      if (await shopExistsByDefault(prisma, storeId, priceListId))
        throw conflict('price_list_in_use', 'The price list is the default of a shop.');
      await priceListMarkDeleted(prisma, storeId, priceListId);
      // A list can have very many fixed prices, so a bulk job removes them.
      await jobs.start(unit, ctx, PURGE_PRICE_LIST, Buffer.from(priceListId), 0);
      return {};
    });
