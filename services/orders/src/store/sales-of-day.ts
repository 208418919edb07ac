import type { Span } from '../domain/sales-days.ts';
import type { SalesOfDay } from '../domain/sales-figures.ts';
import type { Prisma } from './prisma.ts';

/** Lists the figures of a span of days by day, source and status. */
export async function salesOfDayList(
  prisma: Prisma,
  storeId: string,
  { first, last }: Span,
): Promise<SalesOfDay[]> {
  const rows = await prisma.forStore(storeId).salesOfDay.findMany({
    where: { day: { gte: new Date(first), lte: new Date(last) }, orders: { gt: 0 } },
    orderBy: [{ day: 'asc' }, { source: 'asc' }, { status: 'asc' }],
  });
  return rows.map(({ day, source, status, orders, amountCentavos }) => ({
    day: day.toISOString().slice(0, 10),
    source: source as SalesOfDay['source'],
    status,
    orders: Number(orders),
    amount: Number(amountCentavos),
  }));
}
