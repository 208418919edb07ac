import type { PlatformDay } from '@commerce/console-api/routes/platform.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../grpc/services.ts';
import { daysUntil, startOfDay } from './days.ts';

/** The figures of the platform on each of the last days, oldest first. */
export async function platformFigures(
  ctx: Context,
  { platform, orders, deliveries }: Services,
  count: number,
): Promise<{ days: PlatformDay[] }> {
  const days = daysUntil(Date.now(), count);
  const [firstDay, lastDay] = [days[0]!, days.at(-1)!];
  const range = { fromMs: startOfDay(firstDay), days: count };
  const [growth, ordered, attempts] = await Promise.all([
    platform.getDailyGrowth(ctx, range),
    orders.getDailyOrders(ctx, { firstDay, lastDay }),
    deliveries.getDailyAttempts(ctx, range),
  ]);
  const byDay = new Map(ordered.days.map((each) => [each.day, each]));
  return {
    days: days.map((day, n) => ({
      day,
      newStores: growth.newStores[n] ?? 0,
      activeStores: byDay.get(day)?.stores ?? 0,
      installations: growth.installations[n] ?? 0,
      orders: byDay.get(day)?.orders ?? 0,
      failedAttempts: attempts.failed[n] ?? 0,
    })),
  };
}
