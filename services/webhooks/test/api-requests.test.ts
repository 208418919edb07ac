import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  ApiFailure,
  ApiRouteCounts,
  ListApiFailuresRequest,
} from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { explainAnalyze, planNodes } from '@commerce/service-kit/testing/explain.ts';
import { retainDaysJob } from '../src/jobs/retain-days.ts';
import { getApiFailure } from '../src/rpc/get-api-failure.ts';
import { getApiStats } from '../src/rpc/get-api-stats.ts';
import { listApiFailures } from '../src/rpc/list-api-failures.ts';
import { recordApiRequests } from '../src/rpc/record-api-requests.ts';
import {
  FAILURE_DELETE_EXPIRED,
  FAILURE_LIST,
  FAILURE_LIST_ADDED,
} from '../src/store/api-request-failure.ts';
import { Engine, T0 } from './support/engine.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
let engine: Engine;
let app: string;

beforeAll(async () => {
  engine = await Engine.create();
});
beforeEach(() => {
  engine.nowMs = T0;
  app = `app_${randomUUID()}`;
});
afterAll(() => engine.close());

const failure = (fields: Partial<ApiFailure> = {}): ApiFailure => ({
  id: 0,
  atMs: T0,
  appId: app,
  storeId: 'sto_1',
  requestId: 'req-1',
  route: 'GET /products',
  status: 400,
  code: 'invalid_request',
  reason: 'invalid_value',
  field: 'limit',
  description: '',
  durationMs: 7,
  ...fields,
});

/** Counts with one duration in a step of the histogram for each response. */
const counts = (fields: Partial<ApiRouteCounts>, step = 3): ApiRouteCounts => {
  const { succeeded = 0, refused = 0, failed = 0 } = fields;
  const durations = Array.from<number>({ length: 16 })
    .fill(0)
    .with(step, succeeded + refused + failed);
  return { appId: app, route: 'GET /products', succeeded, refused, failed, omitted: 0, durations, ...fields };
};

const record = (
  { routes = [], failures = [] }: { routes?: ApiRouteCounts[]; failures?: ApiFailure[] },
  hourMs = T0,
  batchId: string = randomUUID(),
) => recordApiRequests(engine.deps)(ctx, { batchId, hourMs, routes, failures });

async function list(request: Partial<ListApiFailuresRequest> = {}) {
  const input = { appId: app, limit: 100, pageToken: Buffer.alloc(0), ...request };
  const page = await listApiFailures(engine.deps)(ctx, input);
  return page as { failures: ApiFailure[]; nextPageToken: Buffer };
}
const requestIdsOf = async (request?: Partial<ListApiFailuresRequest>) =>
  (await list(request)).failures.map(({ requestId }) => requestId);
const stats = (fromMs: number, toMs: number, route?: string) =>
  getApiStats(engine.deps)(ctx, { appId: app, fromMs, toMs, route });

describe('a batch', () => {
  test('that is repeated is counted once, also when both copies arrive together', async () => {
    const id = randomUUID();
    const batch = { routes: [counts({ refused: 2 })], failures: [failure(), failure()] };
    await Promise.all([record(batch, T0, id), record(batch, T0, id), record(batch, T0, id)]);
    await record(batch, T0, id);
    expect((await list()).failures).toHaveLength(2);
    expect(await stats(T0, T0 + HOUR)).toMatchObject({ hours: [{ refused: 2 }] });
  });

  test('is added to the counts of its hour, from several gateways at once', async () => {
    const routes = [counts({ succeeded: 1 }), counts({ succeeded: 1, route: 'GET /orders' })];
    const batches = Array.from({ length: 12 }, (_, n) =>
      record({ routes: n % 2 === 0 ? routes : routes.toReversed() }),
    );
    await Promise.all(batches);
    const { routes: found } = (await stats(T0, T0 + HOUR)) as { routes: object[] };
    expect(found).toEqual([
      expect.objectContaining({ route: 'GET /orders', succeeded: 12, durationMsP95: 8 }),
      expect.objectContaining({ route: 'GET /products', succeeded: 12 }),
    ]);
  });
});

describe('the list of failures', () => {
  test('is newest first, page by page, and has every field', async () => {
    const failures = Array.from({ length: 5 }, (_, n) => failure({ atMs: T0 + n, requestId: `req-${n}` }));
    await record({ failures: failures.toReversed() });
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, pageToken: first.nextPageToken });
    const last = await list({ limit: 2, pageToken: second.nextPageToken });
    const all = [...first.failures, ...second.failures, ...last.failures];
    expect(all).toEqual(failures.toReversed().map((each) => ({ ...each, id: expect.any(Number) })));
    expect(last.nextPageToken).toHaveLength(0);
  });

  test('is filtered by store, route, status, code and time, and searched by request id', async () => {
    await record({
      failures: [
        failure({ requestId: 'store', storeId: 'sto_2' }),
        failure({ requestId: 'route', route: 'GET /orders' }),
        failure({ requestId: 'status', status: 404, code: 'not_found' }),
        failure({ requestId: 'time', atMs: T0 + 1_000 }),
        failure({ requestId: 'other-app', appId: 'app_other' }),
      ],
    });
    expect(await requestIdsOf({ storeId: 'sto_2' })).toEqual(['store']);
    expect(await requestIdsOf({ route: 'GET /orders' })).toEqual(['route']);
    expect(await requestIdsOf({ status: 404 })).toEqual(['status']);
    expect(await requestIdsOf({ code: 'not_found' })).toEqual(['status']);
    expect(await requestIdsOf({ fromMs: T0 + 1_000 })).toEqual(['time']);
    expect(await requestIdsOf({ toMs: T0 + 1_000, status: 404 })).toEqual(['status']);
    expect(await requestIdsOf({ requestId: 'route' })).toEqual(['route']);
    expect(await requestIdsOf({ requestId: 'other-app' })).toEqual([]);
  });

  test('after an entry contains each later one once, also those that were added late with an earlier time', async () => {
    await record({ failures: [failure({ atMs: T0 + 5_000, requestId: 'seen' })] });
    const [seen] = (await list()).failures;
    await record({ failures: [failure({ atMs: T0, requestId: 'late' }), failure({ requestId: 'late-2' })] });
    const first = await list({ afterId: seen!.id, limit: 1 });
    expect(first.failures.map(({ requestId }) => requestId)).toEqual(['late']);
    expect(await requestIdsOf({ afterId: seen!.id, pageToken: first.nextPageToken })).toEqual(['late-2']);
    expect(await requestIdsOf({ afterId: seen!.id, storeId: 'sto_9' })).toEqual([]);
  });

  test('an entry of another app does not exist', async () => {
    await record({ failures: [failure()] });
    const [{ id }] = (await list()).failures as [ApiFailure];
    const get = (appId: string) => getApiFailure(engine.deps)(ctx, { appId, id });
    expect(await get(app)).toEqual({ failure: failure({ id }) });
    await expect(get('app_other')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the counts', () => {
  test('are by hour for a route or all, and by route for the range, with the 95th percentile', async () => {
    await record({ routes: [counts({ succeeded: 95 }, 2)] }, T0 - HOUR);
    await record({ routes: [counts({ failed: 5, omitted: 3 }, 11)] }, T0 - HOUR);
    await record({ routes: [counts({ refused: 1, route: 'GET /orders' }, 0)] });
    const none = { route: '', succeeded: 0, refused: 0, failed: 0, omitted: 0 };
    const before = { ...none, hourMs: T0 - HOUR, succeeded: 95, failed: 5, omitted: 3, durationMsP95: 4 };
    expect(await stats(T0 - HOUR, T0 + 1)).toEqual({
      hours: [before, { ...none, hourMs: T0, refused: 1, durationMsP95: 1 }],
      routes: [
        { ...before, hourMs: 0, route: 'GET /products' },
        expect.objectContaining({ route: 'GET /orders', refused: 1 }),
      ],
    });
    expect(await stats(T0 - HOUR, T0 + 1, 'GET /products')).toMatchObject({ hours: [before] });
    await expect(stats(T0 - 8 * DAY, T0)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

test('everything older than 7 days is deleted, in batches', async () => {
  const old = Array.from({ length: 2_100 }, () => failure({ atMs: T0 - 7 * DAY - 1 }));
  await record({ routes: [counts({ refused: 1 })], failures: old }, T0 - 8 * DAY);
  await record({ routes: [counts({ refused: 1 })], failures: [failure({ atMs: T0 - 7 * DAY + 1 })] });
  await retainDaysJob(engine.deps).run();
  expect((await list()).failures).toHaveLength(1);
  expect(await stats(T0 - DAY, T0 + 1)).toMatchObject({ hours: [{ refused: 1 }] });
  const rows = await engine.query('select 1 from api_request_hour where app_id = $1', [app]);
  expect(rows).toHaveLength(1);
  engine.nowMs = T0 + DAY + 1;
  await retainDaysJob(engine.deps).run();
  expect(await engine.query('select 1 from api_request_batch')).toEqual([]);
});

test.each(['force_generic_plan', 'force_custom_plan'])(
  'lists read one index in its order with %s',
  async (mode) => {
    await engine.query(`insert into api_request_failure (app_id, at, store_id, request_id, route, status, code, reason, field,
      description, duration_ms)
    select case when n % 2 = 0 then 'big' else 'small' || n % 100 end, '2026-10-30'::timestamptz + n * interval '10 seconds', 'sto',
      'req-' || n, 'GET /products', 404, 'not_found', '', '', '', 5 from generate_series(1, 20000) n`);
    await engine.query('vacuum analyze api_request_failure');
    const client = await engine.database.db.pool.connect();
    const indexOf = async (statement: typeof FAILURE_LIST, values: unknown[]) => {
      const own = { ...statement, name: `explained-${statement.name}` };
      const nodes = planNodes(await explainAnalyze(client, own, mode, values));
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      return nodes.map((node) => node['Index Name']).filter(Boolean);
    };
    const [from, to] = ['2026-10-01', '2026-12-01'];
    for (const name of ['big', 'small7']) {
      const filter = [51, 'sto', 'GET /products', '404', 'not_found', 51];
      expect(await indexOf(FAILURE_LIST, [name, from, to, to, 0, ...filter])).toEqual([
        'api_request_failure_log',
      ]);
      expect(await indexOf(FAILURE_LIST_ADDED, [name, from, to, to, 0, ...filter])).toEqual([
        'api_request_failure_pkey',
      ]);
    }
    expect(await indexOf(FAILURE_DELETE_EXPIRED, [from])).toContain('api_request_failure_expired');
    client.release();
  },
);
