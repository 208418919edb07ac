import type {
  ApiStats,
  GetApiStatsRequest,
  GetApiStatsResponse,
} from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { REQUEST_STEPS_MS } from '../domain/api-requests.ts';
import { addCounts, durationAt } from '../domain/durations.ts';
import { requireRange } from '../domain/replay.ts';
import { apiRequestHourList, type ApiRequestHour } from '../store/api-request.ts';

const HOUR_MS = 3600_000;

export const getApiStats =
  ({ db }: Pick<Deps, 'db'>): Handler<GetApiStatsRequest, GetApiStatsResponse> =>
  async (_ctx, { appId, fromMs, toMs, route }) => {
    requireRange(fromMs, toMs);
    const from = Math.floor(fromMs / HOUR_MS) * HOUR_MS;
    const to = Math.ceil(toMs / HOUR_MS) * HOUR_MS;
    const found = await apiRequestHourList(db, appId, from, to);
    const shown = route === undefined ? found : found.filter((each) => each.route === route);
    const byHour = Map.groupBy(shown, ({ hour }) => hour.getTime());
    const byRoute = Map.groupBy(found, (each) => each.route);
    return {
      hours: [...byHour].map(([hourMs, counts]) => statsOf({ hourMs, route: '' }, counts)),
      routes: [...byRoute].map(([of, counts]) => statsOf({ hourMs: 0, route: of }, counts)),
    };
  };

function statsOf(key: Pick<ApiStats, 'hourMs' | 'route'>, counts: ApiRequestHour[]): ApiStats {
  const sum = (count: (each: ApiRequestHour) => number) =>
    counts.reduce((total, each) => total + count(each), 0);
  const durations = counts.map((each) => each.durations).reduce(addCounts);
  return {
    ...key,
    succeeded: sum(({ succeeded }) => succeeded),
    refused: sum(({ refused }) => refused),
    failed: sum(({ failed }) => failed),
    omitted: sum(({ omitted }) => omitted),
    durationMsP95: durationAt(durations, 0.95, REQUEST_STEPS_MS),
  };
}
