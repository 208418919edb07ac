import type {
  GetSalesSummaryResponse_Day,
  GetSalesSummaryResponse_ByShop,
  GetSalesSummaryResponse_Figure,
  GetSalesSummaryResponse_LineTotals,
  GetSalesSummaryResponse_InStatus,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import { OrderSource } from '@commerce/proto/commerce/orders/v1/values.ts';
import { isBadEnd } from './status-flow.ts';

/** Number and total amount of the orders of a status. */
interface SalesOfStatus {
  status: string;
  orders: number;
  amount: number;
}

/** Figures of the orders of a day by source and status. */
export interface SalesOfDay extends SalesOfStatus {
  day: string;
  source: EnumName<typeof OrderSource>;
  discount: number;
  /** Of the lines: before discounts, without shipping. */
  lineTotals: number;
  /** Cost of the lines with a known cost. */
  cogs: number;
  /** The part of `lineTotals` whose cost is unknown. */
  uncosted: number;
}

/** Figures of the orders of a shop by status. */
export interface SalesOfShop extends SalesOfStatus {
  shopId: string;
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

/** Sales of each shop, without orders with a bad end; highest amount first. */
export function salesByShop(parts: readonly SalesOfShop[]): GetSalesSummaryResponse_ByShop[] {
  const sales = parts.filter(({ status }) => !isBadEnd(status));
  return [...Map.groupBy(sales, ({ shopId }) => shopId)]
    .map(([shopId, ofShop]) => ({ shopId, sales: sumOf(ofShop) }))
    .toSorted((a, b) => b.sales.amountCentavos - a.sales.amountCentavos);
}

/** Amounts and costs of the lines, without orders with a bad end. */
export function lineTotalsOf(parts: readonly SalesOfDay[]): GetSalesSummaryResponse_LineTotals {
  const sales = parts.filter(({ status }) => !isBadEnd(status));
  const total = (of: (part: SalesOfDay) => number) => sales.reduce((sum, part) => sum + of(part), 0);
  return {
    amountCentavos: total(({ lineTotals }) => lineTotals),
    discountCentavos: total(({ discount }) => discount),
    cogsCentavos: total(({ cogs }) => cogs),
    uncostedCentavos: total(({ uncosted }) => uncosted),
  };
}

const sumOf = (parts: readonly SalesOfStatus[]): GetSalesSummaryResponse_Figure => ({
  orders: parts.reduce((sum, { orders }) => sum + orders, 0),
  amountCentavos: parts.reduce((sum, { amount }) => sum + amount, 0),
});
