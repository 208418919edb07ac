import { z } from 'zod';
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
    shop: string;
    available: number;
  }[];
  /** Total number; counted up to 5,000. */
  low: number;
  /** Number of these that are out of stock. */
  out: number;
}

export const dashboardRoutes = {
  lowStock: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/dashboard/low-stock',
    access: { store: 'see' },
    answer: answers<LowStock>(),
  }),
  sales: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/dashboard/sales',
    access: { store: 'seeOrders' },
    query: z.strictObject({ days: z.enum(['7', '30', '90']).default('30') }),
    answer: answers<SalesSummary>(),
  }),
};
