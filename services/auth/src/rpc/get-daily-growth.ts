import type {
  GetDailyGrowthRequest,
  GetDailyGrowthResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { installationCountByDay, storeCountByDay, type DayCount } from '../store/daily-growth.ts';

const DAY_MS = 24 * 3600 * 1000;
const MAX_DAYS = 366;

/** Counts the new stores and installations of each day. */
export const getDailyGrowth =
  ({ db }: Deps): Handler<GetDailyGrowthRequest, GetDailyGrowthResponse> =>
  async (_ctx, { fromMs, days }) => {
    const errors = new FieldErrors();
    errors.integer('days', days, 1, MAX_DAYS);
    errors.throwIfAny();
    const [from, to] = [new Date(fromMs), new Date(fromMs + days * DAY_MS)];
    const [stores, installations] = await Promise.all([
      storeCountByDay(db, from, to),
      installationCountByDay(db, from, to),
    ]);
    return { newStores: everyDay(stores, days), installations: everyDay(installations, days) };
  };

function everyDay(counts: DayCount[], days: number): number[] {
  const byDay = new Map(counts.map(({ day, count }) => [day, count]));
  return Array.from({ length: days }, (_, day) => byDay.get(day) ?? 0);
}
