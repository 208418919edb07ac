import type {
  GetDailyAttemptsRequest,
  GetDailyAttemptsResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { COUNTS_KEPT_DAYS } from '../domain/day.ts';
import { attemptsByDay } from '../store/attempt-hour.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Counts the attempts of all apps by day. */
export const getDailyAttempts =
  ({ db }: Pick<Deps, 'db'>): Handler<GetDailyAttemptsRequest, GetDailyAttemptsResponse> =>
  async (_ctx, { fromMs, days }) => {
    const errors = new FieldErrors();
    errors.integer('days', days, 1, COUNTS_KEPT_DAYS);
    errors.throwIfAny();
    const found = await attemptsByDay(db, new Date(fromMs), new Date(fromMs + days * DAY_MS));
    const byDay = new Map(found.map((each) => [each.day, each]));
    const everyDay = Array.from({ length: days }, (_, day) => byDay.get(day));
    return {
      succeeded: everyDay.map((day) => day?.succeeded ?? 0),
      failed: everyDay.map((day) => day?.failed ?? 0),
    };
  };
