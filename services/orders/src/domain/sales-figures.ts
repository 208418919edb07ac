import type {
  GetSalesSummaryResponse_Day,
  GetSalesSummaryResponse_Figure,
  GetSalesSummaryResponse_InStatus,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { isBadEnd } from './status-flow.ts';

/** What the orders of a day, a source and a status come to. */
interface Part {
  day: string;
  source: string;
  status: string;
  orders: number;
  amount: number;
}

/** The sales of each day by source: all but what has come to a bad end. Days and sources in the order of the parts. */
export function salesByDay(parts: readonly Part[]): GetSalesSummaryResponse_Day[] {
  const sales = parts.filter(({ status }) => !isBadEnd(status));
  return [...Map.groupBy(sales, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    sources: [...Map.groupBy(ofDay, ({ source }) => source)].map(([source, of]) => ({
      source,
      sales: sumOf(of),
    })),
  }));
}

/** What the orders in each status come to. */
export function salesByStatus(parts: readonly Part[]): GetSalesSummaryResponse_InStatus[] {
  return [...Map.groupBy(parts, ({ status }) => status)]
    .map(([status, of]) => ({ status, figure: sumOf(of) }))
    .toSorted((a, b) => (a.status < b.status ? -1 : 1));
}

const sumOf = (parts: readonly Part[]): GetSalesSummaryResponse_Figure => ({
  orders: parts.reduce((sum, { orders }) => sum + orders, 0),
  amountCentavos: parts.reduce((sum, { amount }) => sum + amount, 0),
});
