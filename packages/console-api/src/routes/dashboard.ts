import { z } from 'zod';
import { answers, consoleRoute } from '../route.ts';

/** Some orders, and what they come to. */
export interface SalesFigure {
  orders: number;
  amountCentavos: number;
}

/** What was sold of a product. */
export interface ProductSales {
  productId: string;
  /** Empty when the product exists no longer. */
  name: string;
  units: number;
  amountCentavos: number;
}

/** What a store has sold on the last days, today included. */
export interface SalesSummary {
  /** Every day, YYYY-MM-DD in the store's zone, those without sales too. */
  days: (SalesFigure & { day: string })[];
  total: SalesFigure;
  /** The same of as many days before. */
  before: SalesFigure;
  /** pos, online, phone or marketplace; those that sold something. */
  sources: (SalesFigure & { source: string })[];
  /** All orders by the status that they have now, in the order of the flow; those that some order has. */
  statuses: { status: string; label: string; kind: string; orders: number }[];
  topByUnits: ProductSales[];
  topByAmount: ProductSales[];
}

/** Goods of which a shop has few or none left. */
export interface LowStock {
  /** The worst of them. */
  items: {
    id: string;
    productId: string;
    /** Empty when the catalogue has it no longer. */
    name: string;
    variant: string;
    shop: string;
    available: number;
  }[];
  /** All of them; counted up to 5,000. */
  low: number;
  /** Of these, those of which there is nothing. */
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
