import type {
  GetDailyAttemptsRequest,
  GetDailyAttemptsResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { figurePerDay, rangeOfDays } from '@commerce/service-kit/days.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { COUNTS_KEPT_DAYS } from '../domain/day.ts';
import { attemptsByDay } from '../store/attempt-hour.ts';

/** Counts the attempts of all apps by day. */
export const getDailyAttempts =
  ({ db }: Pick<Deps, 'db'>): Handler<GetDailyAttemptsRequest, GetDailyAttemptsResponse> =>
  async (_ctx, { fromMs, days }) => {
    const errors = new FieldErrors();
    errors.integer('days', days, 1, COUNTS_KEPT_DAYS);
    errors.throwIfAny();
    const found = await attemptsByDay(db, ...rangeOfDays(fromMs, days));
    return {
      succeeded: figurePerDay(found, days, ({ succeeded }) => succeeded),
      failed: figurePerDay(found, days, ({ failed }) => failed),
    };
  };
