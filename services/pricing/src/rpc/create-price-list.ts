import {
  CreatePriceListResponse,
  type CreatePriceListRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { checkPriceList, MAX_PRICE_LISTS } from '../domain/price-list-change.ts';
import { priceListLockLinks, priceListSaveMany } from '../store/price-list.ts';
import { toPriceList, priceListRecord } from '../domain/price-list-message.ts';

export const createPriceList =
  ({ writer }: Deps): Handler<CreatePriceListRequest, CreatePriceListResponse> =>
  (ctx, draft) =>
    writer.write(ctx, CreatePriceListResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const links = await priceListLockLinks(unit, storeId);
      if (links.size >= MAX_PRICE_LISTS)
        throw conflict('too_many_price_lists', `A store has at most ${MAX_PRICE_LISTS} price lists.`);
      const id = newId('pl');
      checkPriceList(id, draft, links);
      const list = priceListRecord(id, draft);
      await priceListSaveMany(unit, storeId, [list]);
      return { priceList: toPriceList(list) };
    });
