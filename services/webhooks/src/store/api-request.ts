import type { ApiRouteCounts } from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import type { Queryable, Transaction } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { ApiRequestHour as ApiRequestHourModel } from '../generated/prisma/client.ts';

/** Advisory lock of the process that adds a batch: ids of failures are then in the order of commits, which a tail of the log needs. */
const LOCK = 7_401_885;

const INSERT_BATCH = statement(
  'api_request_batch-insert',
  'insert into api_request_batch (id, added_at) values ($1, $2) on conflict do nothing returning 1',
);

/** Starts adding a batch, one at a time. @returns false if it was added before */
export async function apiRequestBatchInsert(tx: Transaction, id: string, at: Date): Promise<boolean> {
  await tx.command(`select pg_advisory_xact_lock(${LOCK})`);
  return (await tx.rows(INSERT_BATCH, [id, at])).length > 0;
}

const ADD_HOUR = statement(
  'api_request_hour-add',
  `insert into api_request_hour as h (app_id, hour, route, succeeded, refused, failed, omitted, durations)
    select app_id, $1, route, succeeded, refused, failed, omitted, durations::int[]
    from unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[])
      as b (app_id, route, succeeded, refused, failed, omitted, durations)
    on conflict (app_id, hour, route) do update set succeeded = h.succeeded + excluded.succeeded,
      refused = h.refused + excluded.refused, failed = h.failed + excluded.failed, omitted = h.omitted + excluded.omitted,
      durations = array(select d.a + d.b from unnest(h.durations, excluded.durations) with ordinality as d (a, b, n) order by n)`,
);

/** Adds the counts of a batch to those of their hour. */
export async function apiRequestHourAdd(tx: Queryable, hour: Date, routes: ApiRouteCounts[]): Promise<void> {
  if (routes.length === 0) return;
  await tx.rows(ADD_HOUR, [
    hour,
    routes.map(({ appId }) => appId),
    routes.map(({ route }) => route),
    routes.map(({ succeeded }) => succeeded),
    routes.map(({ refused }) => refused),
    routes.map(({ failed }) => failed),
    routes.map(({ omitted }) => omitted),
    routes.map(({ durations }) => `{${durations.join()}}`),
  ]);
}

/** Responses of a route to an app within an hour. */
export type ApiRequestHour = Omit<ApiRequestHourModel, 'appId'>;

/** The counts of an app. */
export const API_REQUEST_HOUR_LIST = statement(
  'api_request_hour-list',
  `select hour, route, succeeded, refused, failed, omitted, durations from api_request_hour
    where app_id = $1 and hour >= $2 and hour < $3 order by hour, route`,
);

/** The counts of an app in the hours of [from, to), oldest first. */
export function apiRequestHourList(
  db: Queryable,
  appId: string,
  fromMs: number,
  toMs: number,
): Promise<ApiRequestHour[]> {
  return db.rows(API_REQUEST_HOUR_LIST, [appId, new Date(fromMs), new Date(toMs)]);
}

const DELETE_HOURS = statement(
  'api_request_hour-delete-expired',
  'delete from api_request_hour where hour < $1',
);
const DELETE_BATCHES = statement(
  'api_request_batch-delete-expired',
  'delete from api_request_batch where added_at < $1',
);

/** Deletes the hours before a time. */
export async function apiRequestHourDeleteExpired(db: Queryable, before: Date): Promise<void> {
  await db.rows(DELETE_HOURS, [before]);
}

/** Deletes the ids of batches added before a time. */
export async function apiRequestBatchDeleteExpired(db: Queryable, before: Date): Promise<void> {
  await db.rows(DELETE_BATCHES, [before]);
}
