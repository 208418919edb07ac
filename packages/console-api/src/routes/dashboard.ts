import * as z from 'zod';
import { answers, consoleRoute } from '../route.ts';

/** Number and total of some orders. */
export interface SalesFigure {
  orders: number;
  amountCentavos: number;
}

/** Sales of a product. */
export interface ProductSales {
  productId: string;
  /** Empty when the product no longer exists. */
  name: string;
  units: number;
  amountCentavos: number;
}

/** Sales of the store over the last days, including today. */
export interface SalesSummary {
  /** Every day, YYYY-MM-DD in the store's time zone, including days without sales. */
  days: (SalesFigure & { day: string })[];
  total: SalesFigure;
  /** The preceding period of the same length. */
  before: SalesFigure;
  /** pos, online, phone or marketplace; only those with sales. */
  sources: (SalesFigure & { source: string })[];
  /** All orders by current status, in flow order; only statuses with orders. */
  statuses: { status: string; label: string; kind: string; orders: number }[];
  topByUnits: ProductSales[];
  topByAmount: ProductSales[];
  /** Shops with sales, highest amount first. */
  shops: (SalesFigure & { id: string; name: string })[];
  /** Null for roles that may not see costs. */
  lineTotals: LineTotals | null;
}

/** Amounts and costs of the lines that were sold. */
export interface LineTotals {
  /** Of the lines: before discounts, without shipping. */
  amountCentavos: number;
  discountCentavos: number;
  /** Of the lines with a known cost. */
  cogsCentavos: number;
  /** The part of the amount of lines whose cost is unknown. */
  uncostedCentavos: number;
}

/** Orders that wait for somebody, of any age. */
export interface OpenWork {
  /** Open statuses with orders, in flow order. */
  statuses: { status: string; label: string; orders: number }[];
  /** Orders with a payment to collect. */
  unpaid: number;
  /** Number up to which orders are counted. */
  max: number;
}

/** Products with little or no stock left in a shop. */
export interface LowStock {
  /** The lowest of them. */
  items: {
    id: string;
    productId: string;
    /** Empty when the product no longer exists in the catalog. */
    name: string;
    variant: string;
    shopId: string;
    shop: string;
    available: number;
  }[];
  /** Total number; counted up to 5,000. */
  low: number;
  /** Number of these that are out of stock. */
  out: number;
  /** Shops with low stock; counted up to 1,000 each. */
  shops: { id: string; name: string; low: number; out: number }[];
}

/** Only this shop; absent: all. */
const shop = z.string().min(1).max(64).optional();

export const dashboardRoutes = {
  work: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/dashboard/work',
    access: { store: 'seeOrders' },
    query: z.strictObject({ shop }),
    answer: answers<OpenWork>(),
  }),
  lowStock: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/dashboard/low-stock',
    access: { store: 'see' },
    query: z.strictObject({ shop }),
    answer: answers<LowStock>(),
  }),
  sales: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/dashboard/sales',
    access: { store: 'seeOrders' },
    query: z.strictObject({ days: z.enum(['7', '30', '90']).default('30'), shop }),
    answer: answers<SalesSummary>(),
  }),
};
