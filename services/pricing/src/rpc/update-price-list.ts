import {
  UpdatePriceListResponse,
  type UpdatePriceListRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import type { Deps } from '../deps.ts';
import { checkPriceList } from '../domain/price-list-change.ts';
import { priceListList, priceListLockLinks, priceListSaveMany } from '../store/price-list.ts';
import { toPriceList, priceListRecord, priceListVersion } from '../domain/price-list-message.ts';

export const updatePriceList =
  ({ prisma, writer }: Deps): Handler<UpdatePriceListRequest, UpdatePriceListResponse> =>
  (ctx, { priceList, expectedVersion }) =>
    writer.write(ctx, UpdatePriceListResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const links = await priceListLockLinks(unit, storeId);
      if (priceList === undefined || !links.has(priceList.id)) throw notFound();
      if (expectedVersion !== undefined) {
        const lists = await priceListList(prisma, storeId);
        requireVersion(
          expectedVersion,
          priceListVersion(lists.find(({ priceListId }) => priceListId === priceList.id)!),
        );
      }
      checkPriceList(priceList.id, priceList, links);
      const list = priceListRecord(priceList.id, priceList);
      await priceListSaveMany(unit, storeId, [list]);
      return { priceList: toPriceList(list) };
    });
