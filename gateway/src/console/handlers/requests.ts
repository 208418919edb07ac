import type { ApiFailure, ApiStats } from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import {
  REQUESTS_KEPT_DAYS,
  type RequestCounts,
  type RequestFailure,
  type requestRoutes,
} from '@commerce/console-api/routes/requests.ts';
import { PROBLEM_CODES } from '@commerce/public-api/problem.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { required } from '../../edge/required.ts';
import type { Services } from '../../grpc/services.ts';
import type { HandlersOf } from '../handler.ts';
import { ownApp } from '../own-app.ts';
import { withStoreNames } from '../store-names.ts';

const HOUR_MS = 3600_000;
/** Ranges of the counts, in hours, the current one included. */
const RANGE_HOURS = { day: 24, week: 24 * REQUESTS_KEPT_DAYS };

export const requestHandlers: HandlersOf<typeof requestRoutes> = {
  list: async ({ ctx, services, params, query, cursor }) => {
    const { appId } = await ownApp(ctx, services, params);
    const page = await services.apiRequests.listApiFailures(ctx, {
      appId,
      storeId: query.store,
      route: query.route,
      status: query.status,
      code: query.code,
      requestId: query.requestId,
      fromMs: query.from === undefined ? undefined : Date.parse(query.from),
      toMs: query.to === undefined ? undefined : Date.parse(query.to),
      afterId: query.after,
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
    });
    const items = await withNames(ctx, services, page.failures);
    return { items, nextCursor: cursor.seal(page.nextPageToken) };
  },

  get: async ({ ctx, services, params }) => {
    const { appId } = await ownApp(ctx, services, params);
    const id = Number(params.request);
    if (!Number.isSafeInteger(id)) throw notFound();
    const { failure } = await services.apiRequests.getApiFailure(ctx, { appId, id });
    const [named] = await withNames(ctx, services, [required(failure)]);
    return required(named);
  },

  stats: async ({ ctx, services, params, query: { period, route } }) => {
    const { appId } = await ownApp(ctx, services, params);
    const toMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
    const { hours, routes } = await services.apiRequests.getApiStats(ctx, {
      appId,
      fromMs: toMs - RANGE_HOURS[period] * HOUR_MS,
      toMs,
      route,
    });
    return {
      hours: hours.map((hour) => ({ at: iso(hour.hourMs), ...countsOf(hour) })),
      routes: routes.map((each) => ({ route: each.route, ...countsOf(each) })),
    };
  },
};

const iso = (ms: number): string => new Date(ms).toISOString();

const countsOf = ({ succeeded, refused, failed, omitted, durationMsP95 }: ApiStats): RequestCounts => ({
  succeeded,
  refused,
  failed,
  omitted,
  durationMsP95,
});

/** Adds the names of the stores and the documentation of the errors. */
async function withNames(
  ctx: Context,
  services: Services,
  failures: ApiFailure[],
): Promise<RequestFailure[]> {
  const named = await withStoreNames(ctx, services, failures);
  return named.map(({ id, atMs, appId: _appId, ...failure }) => ({
    ...failure,
    id: String(id),
    at: iso(atMs),
    docsPath: docsPath(failure),
  }));
}

function docsPath({ code, storeId }: Pick<ApiFailure, 'code' | 'storeId'>): string {
  // Only token requests belong to no store.
  if (storeId === '') return '/docs/oauth';
  return code in PROBLEM_CODES || code === 'too_many_requests' ? `/docs/errors/${code}` : '';
}
