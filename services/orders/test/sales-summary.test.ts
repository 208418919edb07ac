import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import type { GetSalesSummaryResponse, LineItem } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway, PaymentStatus } from '@commerce/proto/commerce/orders/v1/values.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { monthsAndDays } from '../src/domain/sales-days.ts';
import { orderInsertMany } from '../src/seed.ts';
import { startClients, type StandIns } from './support/clients.ts';
import { fullOrder, idOf, orderRecord } from './support/orders.ts';
import { contextOf, refusalOf, serviceOn } from './support/service.ts';

const DAY = 24 * 3_600_000;

let database: TestDatabase;
let others: StandIns;
let service: ReturnType<typeof serviceOn>;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  others = await startClients();
  service = serviceOn(database.db, others.clients);
});
afterAll(async () => {
  await others.close();
  await database.drop();
});

const number = (n: number) => String(1001 + n);
const at = (ms: number) => ({ createdAtMs: ms, updatedAtMs: ms });

const daysOf = (first: string, last: string): string[] => {
  const all = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += DAY)
    all.push(new Date(ms).toISOString().slice(0, 10));
  return all;
};

const line = (
  product: number | undefined,
  quantity: number,
  totalCentavos: number,
  cogsCentavos?: number,
): LineItem => ({
  productId: product === undefined ? undefined : idOf('prd', product),
  variantId: undefined,
  sku: undefined,
  name: 'x',
  quantity,
  unitPriceCentavos: 0,
  totalCentavos,
  isCustom: product === undefined,
  cogsCentavos,
});

async function summary(storeId: string, firstDay: string, lastDay: string, products = 50, shopId?: string) {
  const request = { firstDay, lastDay, products, shopId };
  const answer = await service.handlers.getSalesSummary(contextOf(storeId), request);
  return answer as GetSalesSummaryResponse;
}

const totalOf = (rows: Record<string, number | null>[], column: string): number =>
  rows.reduce((total, row) => total + (row[column] ?? 0), 0);

/** The summary computed from the orders themselves. */
async function computed(
  storeId: string,
  first: string,
  last: string,
  shopId?: string,
): Promise<GetSalesSummaryResponse> {
  const { rows: orders } = await database.db.pool.query(
    `select id, status, source, shop_id as shop, total_centavos as total, discount_centavos as discount,
       to_char(created_at at time zone 'America/Argentina/Buenos_Aires', 'YYYY-MM-DD') as day
     from "order" where store_id = $1 order by day, source`,
    [storeId],
  );
  const within = orders.filter(
    ({ day, shop }) => day >= first && day <= last && (shopId === undefined || shop === shopId),
  );
  const bad = ['cancelled', 'rejected', 'returned', 'expired'];
  const sales = within.filter(({ status }) => !bad.includes(status));
  const { rows: lines } = await database.db.pool.query(
    'select product_id, quantity, total_centavos as total, cogs_centavos as cogs from order_line where store_id = $1 and order_id = any($2)',
    [storeId, sales.map(({ id }) => id)],
  );
  const figure = (of: typeof orders) => ({
    orders: of.length,
    amountCentavos: of.reduce((sum: number, { total }) => sum + total, 0),
  });
  const known = lines.filter(({ product_id }) => product_id !== null);
  const products = [...Map.groupBy(known, ({ product_id }) => product_id as string)].map(
    ([productId, of]) => ({
      productId,
      units: of.reduce((sum: number, { quantity }) => sum + quantity, 0),
      amountCentavos: of.reduce((sum: number, { total }) => sum + total, 0),
    }),
  );
  type Sold = (typeof products)[number];
  const by = (key: 'units' | 'amountCentavos', other: 'units' | 'amountCentavos') => (a: Sold, b: Sold) =>
    b[key] - a[key] || b[other] - a[other] || (a.productId < b.productId ? -1 : 1);
  return {
    days: [...Map.groupBy(sales, ({ day }) => day as string)].map(([day, ofDay]) => ({
      day,
      sources: [...Map.groupBy(ofDay, ({ source }) => source as string)].map(([source, of]) => ({
        source: enumValue(OrderSource, source as EnumName<typeof OrderSource>),
        sales: figure(of),
      })),
    })),
    statuses: [...Map.groupBy(within, ({ status }) => status as string)]
      .map(([status, of]) => ({ status, figure: figure(of) }))
      .toSorted((a, b) => (a.status < b.status ? -1 : 1)),
    topByUnits: products.toSorted(by('units', 'amountCentavos')),
    topByAmount: products.toSorted(by('amountCentavos', 'units')),
    shops: [...Map.groupBy(sales, ({ shop }) => shop as string)]
      .map(([shop, of]) => ({ shopId: shop, sales: figure(of) }))
      .toSorted((a, b) => b.sales.amountCentavos - a.sales.amountCentavos || (a.shopId < b.shopId ? -1 : 1)),
    lineTotals: {
      amountCentavos: totalOf(lines, 'total'),
      discountCentavos: totalOf(sales, 'discount'),
      cogsCentavos: totalOf(lines, 'cogs'),
      uncostedCentavos: totalOf(
        lines.filter(({ cogs }) => cogs === null),
        'total',
      ),
    },
  };
}

const SPANS = [
  ['2025-11-17', '2026-01-20'],
  ['2025-12-01', '2025-12-31'],
  ['2025-12-31', '2026-01-01'],
  ['2026-01-01', '2026-01-01'],
  ['2025-01-20', '2026-01-20'],
  ['2026-02-01', '2026-02-28'],
] as const;

/** All shops, one, and one without orders. */
const SHOPS = [undefined, 'shp_a', 'shp_none'];

async function expectCorrect(storeId: string): Promise<void> {
  for (const [[first, last], shop] of SPANS.flatMap((span) => SHOPS.map((each) => [span, each] as const))) {
    const { topByUnits, topByAmount, ...figures } = await summary(storeId, first, last, 50, shop);
    const plain = (of: typeof topByUnits) =>
      of.map(({ productId, units, amountCentavos }) => ({ productId, units, amountCentavos }));
    const actual = { ...figures, topByUnits: plain(topByUnits), topByAmount: plain(topByAmount) };
    const expected = await computed(storeId, first, last, shop);
    expect([first, last, shop, actual]).toEqual([first, last, shop, expected]);
  }
}

describe('the summary of sales', () => {
  test('a summary equals the totals of the orders after every kind of write', async () => {
    const from = Date.UTC(2025, 10, 10);
    const some = (storeId: string) =>
      Array.from({ length: 150 }, (_, n) =>
        orderRecord(storeId, n, {
          source: [OrderSource.POS, OrderSource.ONLINE, OrderSource.PHONE][n % 3]!,
          status: ['pending', 'delivered', 'cancelled', 'shipped'][n % 4]!,
          shopId: n % 4 < 2 ? 'shp_a' : 'shp_b',
          discountCentavos: n % 6 === 0 ? 30 : 0,
          totalCentavos: 1_000 + n,
          payment: { gateway: PaymentGateway.BANK_TRANSFER, status: PaymentStatus.PENDING },
          shipping: fullOrder(storeId, n).order.shipping,
          lineItems: [line(n % 5, 1 + (n % 3), 500 + n, 300), line(n % 7, 2, 40), line(undefined, 9, 9)],
          createdAtMs: from + n * 0.45 * DAY,
          updatedAtMs: from + n * 0.45 * DAY,
        }),
      );
    await orderInsertMany(database.db, 'sto_a', some('sto_a'));
    await orderInsertMany(database.db, 'sto_b', some('sto_b'));
    await expectCorrect('sto_a');
    const { handlers } = service;
    const ctx = contextOf('sto_a');
    await handlers.cancelOrder(ctx, { id: number(100), notes: undefined });
    await handlers.rejectOrder(ctx, { id: number(104), notes: undefined });
    await handlers.returnOrder(ctx, { id: number(105), notes: undefined });
    await handlers.setOrderStatus(ctx, { id: number(108), status: 'shipped', notes: undefined });
    const { shipping } = fullOrder('sto_a', 1).order;
    await handlers.editShipping(ctx, { id: number(112), shipping: { ...shipping!, priceCentavos: 999_999 } });
    await handlers.setOrderTracking(ctx, { id: number(116), trackingNumber: 'T', trackingUrl: undefined });
    await expectCorrect('sto_a');
    // Overwrites existing orders.
    const again = some('sto_a').map((record, n) => ({
      ...record,
      order: {
        ...record.order,
        source: OrderSource.MARKETPLACE,
        status: n % 2 === 0 ? 'expired' : 'delivered',
        lineItems: [line(n % 3, 4, 123, n % 2 === 0 ? 100 : undefined)],
        updatedAtMs: record.order.updatedAtMs + 1,
      },
    }));
    await orderInsertMany(database.db, 'sto_a', again.slice(20, 90));
    await expectCorrect('sto_a');
    await expectCorrect('sto_b');
  });

  test('a summary counts an order on its day in the time zone of the store', async () => {
    await orderInsertMany(database.db, 'sto_zone', [
      orderRecord('sto_zone', 1, at(Date.UTC(2026, 0, 1, 2, 59, 59, 999))),
      orderRecord('sto_zone', 2, at(Date.UTC(2026, 0, 1, 3))),
    ]);
    const { days } = await summary('sto_zone', '2025-12-31', '2026-01-01');
    expect(days.map(({ day }) => day)).toEqual(['2025-12-31', '2026-01-01']);
  });

  test('a summary has the requested number of products, the first of each list', async () => {
    const { topByUnits, topByAmount } = await summary('sto_b', '2025-11-01', '2026-01-31', 2);
    const all = await computed('sto_b', '2025-11-01', '2026-01-31');
    expect(topByUnits.map(({ productId }) => productId)).toEqual(
      all.topByUnits.slice(0, 2).map(({ productId }) => productId),
    );
    expect(topByAmount.map(({ productId }) => productId)).toEqual(
      all.topByAmount.slice(0, 2).map(({ productId }) => productId),
    );
  });

  test('a summary of a store without orders is empty', async () => {
    const lineTotals = { amountCentavos: 0, discountCentavos: 0, cogsCentavos: 0, uncostedCentavos: 0 };
    const nothing = { days: [], statuses: [], topByUnits: [], topByAmount: [], shops: [], lineTotals };
    expect(await summary('sto_none', '2026-01-01', '2026-12-31')).toEqual(nothing);
  });

  test.each([
    ['2026-01-01', '2027-01-02', 10],
    ['2026-01-02', '2026-01-01', 10],
    ['2026-02-30', '2026-03-01', 10],
    ['2026-1-1', '2026-03-01', 10],
    ['', '2026-03-01', 10],
    ['2026-01-01', '2026-01-31', 0],
    ['2026-01-01', '2026-01-31', 51],
  ])('a summary of %j to %j with %j products is refused', async (first, last, products) => {
    expect(await refusalOf(summary('sto_a', first, last, products))).toBe('invalid_request');
  });
});

test('whole months and remaining days cover each day of a span once', () => {
  for (let n = 0; n < 800; n++) {
    const first = new Date(Date.UTC(2024, 0, 1) + ((n * 13) % 800) * DAY).toISOString().slice(0, 10);
    const last = new Date(Date.parse(first) + ((n * 7) % 366) * DAY).toISOString().slice(0, 10);
    const parts = monthsAndDays({ first, last });
    const covered = parts.days.flatMap((span) => daysOf(span.first, span.last));
    if (parts.months !== undefined) {
      expect(parts.months.last.endsWith('-01')).toBe(true);
      const [year, month] = parts.months.last.split('-').map(Number) as [number, number];
      covered.push(
        ...daysOf(parts.months.first, new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)),
      );
    }
    expect(covered.toSorted()).toEqual(daysOf(first, last));
    expect(parts.days.flatMap((span) => daysOf(span.first, span.last)).length).toBeLessThan(62);
  }
});
