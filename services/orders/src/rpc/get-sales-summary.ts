import type {
  GetSalesSummaryRequest,
  GetSalesSummaryResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { checkSummary, monthsAndDays } from '../domain/sales-days.ts';
import { lineTotalsOf, salesByDay, salesByShop, salesByStatus } from '../domain/sales-figures.ts';
import type { Deps } from '../deps.ts';
import { salesOfDayList, salesOfShopList } from '../store/sales-of-day.ts';
import { salesOfProductTop } from '../store/sales-of-product.ts';

export const getSalesSummary =
  ({ db }: Deps): Handler<GetSalesSummaryRequest, GetSalesSummaryResponse> =>
  async (ctx, { firstDay, lastDay, products, shopId }) => {
    checkSummary(firstDay, lastDay, products, shopId);
    const storeId = storeOf(ctx);
    const span = { first: firstDay, last: lastDay };
    const [figures, shops, top] = await Promise.all([
      salesOfDayList(db, storeId, span, shopId),
      salesOfShopList(db, storeId, span, shopId),
      salesOfProductTop(db, storeId, monthsAndDays(span), products, shopId),
    ]);
    return {
      days: salesByDay(figures),
      statuses: salesByStatus(figures),
      topByUnits: top
        .filter(({ unitsRank }) => unitsRank <= products)
        .toSorted((a, b) => a.unitsRank - b.unitsRank),
      topByAmount: top
        .filter(({ amountRank }) => amountRank <= products)
        .toSorted((a, b) => a.amountRank - b.amountRank),
      shops: salesByShop(shops),
      lineTotals: lineTotalsOf(figures),
    };
  };
