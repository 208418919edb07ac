import type {
  GetDailyGrowthRequest,
  GetDailyGrowthResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import { figurePerDay, rangeOfDays } from '@commerce/service-kit/days.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { installationCountByDay, storeCountByDay } from '../store/daily-growth.ts';

const MAX_DAYS = 366;

/** Counts the new stores and installations of each day. */
export const getDailyGrowth =
  ({ db }: Deps): Handler<GetDailyGrowthRequest, GetDailyGrowthResponse> =>
  async (_ctx, { fromMs, days }) => {
    const errors = new FieldErrors();
    errors.integer('days', days, 1, MAX_DAYS);
    errors.throwIfAny();
    const [from, to] = rangeOfDays(fromMs, days);
    const [stores, installations] = await Promise.all([
      storeCountByDay(db, from, to),
      installationCountByDay(db, from, to),
    ]);
    return {
      newStores: figurePerDay(stores, days, ({ count }) => count),
      installations: figurePerDay(installations, days, ({ count }) => count),
    };
  };
