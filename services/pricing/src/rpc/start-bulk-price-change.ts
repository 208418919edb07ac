import {
  StartBulkPriceChangeRequest,
  StartBulkPriceChangeResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { CHANGE_PRICE_LIST, CHANGE_PRICES } from '../domain/bulk-jobs.ts';
import { checkBulkRequest, selectionOf } from '../domain/bulk-request.ts';
import { priceListEntryCountSelected, productCountSelected } from '../store/bulk-selection.ts';
import { priceListExists } from '../store/price-list.ts';

export const startBulkPriceChange =
  ({ prisma, writer, jobs }: Deps): Handler<StartBulkPriceChangeRequest, StartBulkPriceChangeResponse> =>
  (ctx, request) =>
    writer.write(ctx, StartBulkPriceChangeResponse, async (unit) => {
      const storeId = storeOf(ctx);
      checkBulkRequest(request);
      const selection = selectionOf(request);
      const { priceListId } = request;
      if (priceListId !== undefined && !(await priceListExists(prisma, storeId, priceListId)))
        throw notFound();
      const total =
        priceListId === undefined
          ? await productCountSelected(unit, storeId, selection)
          : await priceListEntryCountSelected(unit, storeId, selection, priceListId);
      const kind = priceListId === undefined ? CHANGE_PRICES : CHANGE_PRICE_LIST;
      const bytes = StartBulkPriceChangeRequest.encode(request).finish();
      return { jobId: await jobs.start(unit, ctx, kind, bytes, total), total };
    });
