import {
  RemovePriceListEntriesResponse,
  type RemovePriceListEntriesRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { checkEntryCount } from '../domain/price-list-change.ts';
import { priceListEntryDeleteMany } from '../store/price-list-entry.ts';
import { priceListLock } from '../store/price-list.ts';

export const removePriceListEntries =
  ({ writer }: Deps): Handler<RemovePriceListEntriesRequest, RemovePriceListEntriesResponse> =>
  (ctx, { priceListId, entries }) =>
    writer.write(ctx, RemovePriceListEntriesResponse, async (unit) => {
      checkEntryCount(entries.length);
      const storeId = storeOf(ctx);
      if (!(await priceListLock(unit, storeId, priceListId))) throw notFound();
      const keys = entries.map(({ productId, variantId = null }) => ({ productId, variantId }));
      await priceListEntryDeleteMany(unit, storeId, priceListId, keys);
      return {};
    });
