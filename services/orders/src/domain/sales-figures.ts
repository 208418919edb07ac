import type {
  GetSalesSummaryResponse_Day,
  GetSalesSummaryResponse_Figure,
  GetSalesSummaryResponse_InStatus,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import { OrderSource } from '@commerce/proto/commerce/orders/v1/values.ts';
import { isBadEnd } from './status-flow.ts';

/** Number and total amount of the orders of a day by source and status. */
export interface SalesOfDay {
  day: string;
  source: EnumName<typeof OrderSource>;
  status: string;
  orders: number;
  amount: number;
}

/** Sales of each day by source, without orders with a bad end. Days and sources keep their order. */
export function salesByDay(parts: readonly SalesOfDay[]): GetSalesSummaryResponse_Day[] {
  const sales = parts.filter(({ status }) => !isBadEnd(status));
  return [...Map.groupBy(sales, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    sources: [...Map.groupBy(ofDay, ({ source }) => source)].map(([source, ofSource]) => ({
      source: enumValue(OrderSource, source),
      sales: sumOf(ofSource),
    })),
  }));
}

/** Figures of each status. */
export function salesByStatus(parts: readonly SalesOfDay[]): GetSalesSummaryResponse_InStatus[] {
  return [...Map.groupBy(parts, ({ status }) => status)]
    .map(([status, ofStatus]) => ({ status, figure: sumOf(ofStatus) }))
    .toSorted((a, b) => (a.status < b.status ? -1 : 1));
}

const sumOf = (parts: readonly SalesOfDay[]): GetSalesSummaryResponse_Figure => ({
  orders: parts.reduce((sum, { orders }) => sum + orders, 0),
  amountCentavos: parts.reduce((sum, { amount }) => sum + amount, 0),
});
