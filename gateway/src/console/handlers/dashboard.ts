import { enumName } from '@commerce/proto/enum.ts';
import type {
  GetSalesSummaryResponse,
  GetSalesSummaryResponse_Day as Day,
  GetSalesSummaryResponse_Figure as Figure,
  GetSalesSummaryResponse_ProductSales as Sales,
  StatusFlowStep,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, StatusKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import type {
  dashboardRoutes,
  ProductSales,
  SalesFigure,
  SalesSummary,
} from '@commerce/console-api/routes/dashboard.ts';
import { daysUntil } from '../days.ts';
import type { HandlersOf } from '../handler.ts';

/** Length of the lists of best-selling products. */
const TOP = 8;

/** Length of the list of items that are running out. */
const LOW = 8;

/** Number up to which orders counts open work. */
const MAX_WORK = 1_000;

const NO_LINES = { amountCentavos: 0, discountCentavos: 0, cogsCentavos: 0, uncostedCentavos: 0 };

export const dashboardHandlers: HandlersOf<typeof dashboardRoutes> = {
  work: async ({ ctx, services, query: { shop: shopId } }) => {
    const [{ statuses, unpaid }, { steps }] = await Promise.all([
      services.orders.getOpenWork(ctx, { shopId }),
      services.orders.getStatusFlow(ctx, {}),
    ]);
    const labels = new Map(steps.map(({ status, label }) => [status, label]));
    return {
      statuses: statuses.map(({ status, orders }) => ({
        status,
        label: labels.get(status) ?? status,
        orders,
      })),
      unpaid,
      max: MAX_WORK,
    };
  },

  lowStock: async ({ ctx, services, query }) => {
    const low = await services.inventory.listLowStock(ctx, { limit: LOW, shopId: query.shop });
    const rows = low.items.map(({ row }) => row!);
    const ids = new Set(rows.map(({ productId }) => productId));
    const keys = [...ids].map((id) => ({ storeId: ctx.storeId, id }));
    const [{ products }, { shops }] = await Promise.all([
      services.catalog.batchGetProducts(ctx, { keys }),
      services.catalog.listShopNames(ctx, {}),
    ]);
    const shopNames = new Map(shops.map(({ id, name }) => [id, name]));
    const byId = new Map(products.map((product) => [product.id, product]));
    const items = rows.map(({ shopId, productId, variantId, available }) => {
      const product = byId.get(productId);
      return {
        id: `${shopId} ${variantId ?? productId}`,
        productId,
        name: product?.name ?? '',
        variant: product?.variants.find(({ id }) => id === variantId)?.name ?? '',
        shopId,
        shop: shopNames.get(shopId) ?? '',
        available,
      };
    });
    return {
      items,
      low: low.lowCount,
      out: low.outCount,
      shops: low.shops.map(({ shopId: id, lowCount, outCount }) => ({
        id,
        name: shopNames.get(id) ?? '',
        low: lowCount,
        out: outCount,
      })),
    };
  },

  sales: async ({ ctx, services, query, may }) => {
    const count = Number(query.days);
    const days = daysUntil(Date.now(), 2 * count);
    const summaryOf = (from: number, products: number) =>
      services.orders.getSalesSummary(ctx, {
        firstDay: days[from]!,
        lastDay: days[from + count - 1]!,
        products,
        shopId: query.shop,
      });
    const [now, before, flow, { shops }] = await Promise.all([
      summaryOf(count, TOP),
      summaryOf(0, 1),
      services.orders.getStatusFlow(ctx, {}),
      services.catalog.listShopNames(ctx, {}),
    ]);
    const ids = new Set([...now.topByUnits, ...now.topByAmount].map(({ productId }) => productId));
    const keys = [...ids].map((id) => ({ storeId: ctx.storeId, id }));
    const { products } = await services.catalog.batchGetProducts(ctx, { keys });
    const names = new Map(products.map(({ id, name }) => [id, name]));
    return {
      days: eachDay(days.slice(count), now.days),
      total: sum(figuresOf(now.days)),
      before: sum(figuresOf(before.days)),
      sources: bySource(now.days),
      statuses: inFlow(flow.steps, now.statuses),
      topByUnits: named(now.topByUnits, names),
      topByAmount: named(now.topByAmount, names),
      shops: now.shops.map(({ shopId: id, sales }) => ({
        id,
        name: shops.find((shop) => shop.id === id)?.name ?? '',
        ...sum([sales]),
      })),
      lineTotals: may('seeCosts') ? (now.lineTotals ?? NO_LINES) : null,
    };
  },
};

const figuresOf = (days: Day[]): (Figure | undefined)[] =>
  days.flatMap(({ sources }) => sources.map(({ sales }) => sales));

function sum(figures: (Figure | undefined)[]): SalesFigure {
  const total = { orders: 0, amountCentavos: 0 };
  for (const figure of figures) {
    total.orders += figure?.orders ?? 0;
    total.amountCentavos += figure?.amountCentavos ?? 0;
  }
  return total;
}

function eachDay(days: string[], sold: Day[]): SalesSummary['days'] {
  const byDay = new Map(sold.map((each) => [each.day, each]));
  return days.map((day) => ({
    day,
    ...sum(figuresOf([byDay.get(day)].filter((each) => each !== undefined))),
  }));
}

function bySource(days: Day[]): SalesSummary['sources'] {
  const groups = Map.groupBy(
    days.flatMap(({ sources }) => sources),
    ({ source }) => source,
  );
  return [...groups]
    .map(([source, sales]) => ({
      source: enumName(OrderSource, source),
      ...sum(sales.map((each) => each.sales)),
    }))
    .toSorted((a, b) => b.amountCentavos - a.amountCentavos);
}

function inFlow(
  steps: StatusFlowStep[],
  statuses: GetSalesSummaryResponse['statuses'],
): SalesSummary['statuses'] {
  const counts = new Map(statuses.map(({ status, figure }) => [status, figure?.orders ?? 0]));
  return steps
    .map(({ status, label, kind }) => ({
      status,
      label,
      kind: enumName(StatusKind, kind),
      orders: counts.get(status) ?? 0,
    }))
    .filter(({ orders }) => orders > 0);
}

const named = (sales: Sales[], names: Map<string, string>): ProductSales[] =>
  sales.map(({ productId, units, amountCentavos }) => ({
    productId,
    name: names.get(productId) ?? '',
    units,
    amountCentavos,
  }));
