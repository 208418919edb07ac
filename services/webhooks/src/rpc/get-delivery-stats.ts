import type {
  GetDeliveryStatsRequest,
  GetDeliveryStatsResponse,
  HourStats,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { StatsPeriod } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { KEPT_DAYS } from '../domain/day.ts';
import { addCounts, durationAt } from '../domain/durations.ts';
import { requireRange, requireTime } from '../domain/replay.ts';
import { attemptHourList, type AttemptHour } from '../store/attempt-hour.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

export const getDeliveryStats =
  ({ db }: Pick<Deps, 'db'>): Handler<GetDeliveryStatsRequest, GetDeliveryStatsResponse> =>
  async (_ctx, { appId, fromMs, toMs, period }) => {
    const byDay = requireEnumName('period', StatsPeriod, period) === 'day';
    if (byDay) requireDays(fromMs, toMs);
    else requireRange(fromMs, toMs);
    const stepMs = byDay ? DAY_MS : HOUR_MS;
    const from = Math.floor(fromMs / stepMs) * stepMs;
    const to = Math.ceil(toMs / stepMs) * stepMs;
    const hours = await attemptHourList(db, appId, from, to);
    const periods = Map.groupBy(hours, ({ hour }) => Math.floor(hour.getTime() / stepMs) * stepMs);
    return { hours: [...periods].map(([ms, ofPeriod]) => statsOf(ms, ofPeriod)) };
  };

function requireDays(fromMs: number, toMs: number): void {
  requireTime('from', fromMs);
  requireTime('to', toMs);
  if (toMs <= fromMs) throw invalid('to', 'Must be after the beginning of the range.');
  if (toMs - fromMs > (KEPT_DAYS + 1) * DAY_MS)
    throw invalid('to', `Must be at most ${KEPT_DAYS + 1} days after the beginning.`);
}

function statsOf(hourMs: number, hours: AttemptHour[]): HourStats {
  const sum = (count: (hour: AttemptHour) => number) => hours.reduce((total, hour) => total + count(hour), 0);
  const durations = hours.map((hour) => hour.durations).reduce(addCounts);
  return {
    hourMs,
    succeeded: sum(({ succeeded }) => succeeded),
    refused: sum(({ refused }) => refused),
    unanswered: sum(({ unanswered }) => unanswered),
    durationMsP50: durationAt(durations, 0.5),
    durationMsP95: durationAt(durations, 0.95),
    durationMsP99: durationAt(durations, 0.99),
  };
}
