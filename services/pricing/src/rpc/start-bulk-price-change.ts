import {
  StartBulkPriceChangeRequest,
  StartBulkPriceChangeRequest_Target as Target,
  StartBulkPriceChangeResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { checkBulkChange } from '../domain/bulk-request.ts';
import { addedBy, chosenBy } from '../jobs/bulk-request.ts';
import { CHANGE_PRICE_LIST } from '../jobs/change-price-list.ts';
import { CHANGE_PRICES } from '../jobs/change-prices.ts';
import { chosenEntryCount, chosenProductCount } from '../store/bulk-products.ts';
import { priceListExists } from '../store/price-list.ts';
import type { Deps } from '../deps.ts';

export const startBulkPriceChange =
  ({ writer, jobs }: Deps): Handler<StartBulkPriceChangeRequest, StartBulkPriceChangeResponse> =>
  (ctx, request) =>
    writer.write(ctx, StartBulkPriceChangeResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const chosen = chosenBy(request);
      checkBulkRequest(request);
      const { priceListId } = request;
      if (priceListId !== undefined && !(await priceListExists(unit, storeId, priceListId))) throw notFound();
      const total =
        priceListId === undefined
          ? await chosenProductCount(unit, storeId, chosen!)
          : await chosenEntryCount(unit, storeId, chosen!, priceListId);
      const kind = priceListId === undefined ? CHANGE_PRICES : CHANGE_PRICE_LIST;
      const bytes = StartBulkPriceChangeRequest.encode(request).finish();
      return { jobId: await jobs.start(unit, ctx, kind, bytes, total), total };
    });

/**
 * Refuses a bulk change that cannot be, for what it says alone.
 * @throws Fault `invalid_request` with all that is wrong
 */
export function checkBulkRequest(request: StartBulkPriceChangeRequest): void {
  const { target, priceListId, roundingCentavos } = request;
  const chosen = chosenBy(request);
  checkBulkChange({
    isForList: target === Target.PRICE_LIST,
    hasTarget: target === Target.PRICES || target === Target.COSTS || target === Target.PRICE_LIST,
    priceListId,
    productIds: chosen && (chosen.productIds ?? 'by filter'),
    by: addedBy(request),
    roundingCentavos,
  });
}
