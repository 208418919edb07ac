import {
  DeletePriceListResponse,
  type DeletePriceListRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { PURGE_PRICE_LIST } from '../jobs/purge-price-list.ts';
import { priceListIsDefault, priceListLockLinks, priceListMarkDeleted } from '../store/price-list.ts';
import type { Deps } from '../deps.ts';

export const deletePriceList =
  ({ writer, jobs }: Deps): Handler<DeletePriceListRequest, DeletePriceListResponse> =>
  (ctx, { priceListId }) =>
    writer.write(ctx, DeletePriceListResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const links = await priceListLockLinks(unit, storeId);
      if (!links.has(priceListId)) throw notFound();
      if ([...links.values()].includes(priceListId))
        throw conflict('price_list_in_use', 'Another price list is over this one.');
      if (await priceListIsDefault(unit, storeId, priceListId))
        throw conflict('price_list_in_use', 'A shop sells by this price list.');
      await priceListMarkDeleted(unit, storeId, priceListId);
      // Its fixed prices may be very many: they go part by part.
      await jobs.start(unit, ctx, PURGE_PRICE_LIST, Buffer.from(priceListId), 0);
      return {};
    });
