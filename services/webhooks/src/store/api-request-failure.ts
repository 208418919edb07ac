import type { ApiFailure } from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import { columnList, type Columns, type Fields, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, type Statement } from '@commerce/service-kit/db/statement.ts';
import type { Position } from '@commerce/service-kit/page-token.ts';
import { Prisma as Schema, type ApiRequestFailure as FailureModel } from '../generated/prisma/client.ts';
import { cutScanned, scanLimit, type Scanned } from './bounded-scan.ts';
import type { Prisma } from './prisma.ts';

type FailureRow = Columns<FailureModel>;

const COLUMNS = columnList(Schema.ApiRequestFailureScalarFieldEnum, 'f');

const fromRow = (row: Fields<FailureModel>): ApiFailure => ({
  id: row.id,
  atMs: row.at.getTime(),
  appId: row.appId,
  storeId: row.storeId,
  requestId: row.requestId,
  route: row.route,
  status: row.status,
  code: row.code,
  reason: row.reason,
  field: row.field,
  description: row.description,
  durationMs: row.durationMs,
});

const INSERT = statement(
  'api_request_failure-insert',
  `insert into api_request_failure
      (at, app_id, store_id, request_id, route, status, code, reason, field, description, duration_ms)
    select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[],
      $9::text[], $10::text[], $11::int[])`,
);

/** Adds failures to the log. */
export async function apiRequestFailureInsertMany(tx: Queryable, failures: ApiFailure[]): Promise<void> {
  if (failures.length === 0) return;
  await tx.rows(INSERT, [
    failures.map(({ atMs }) => new Date(atMs)),
    failures.map(({ appId }) => appId),
    failures.map(({ storeId }) => storeId),
    failures.map(({ requestId }) => requestId),
    failures.map(({ route }) => route),
    failures.map(({ status }) => status),
    failures.map(({ code }) => code),
    failures.map(({ reason }) => reason),
    failures.map(({ field }) => field),
    failures.map(({ description }) => description),
    failures.map(({ durationMs }) => durationMs),
  ]);
}

/** A failure of an app. */
export async function apiRequestFailureFind(
  prisma: Prisma,
  appId: string,
  id: number,
): Promise<ApiFailure | undefined> {
  const row = await prisma.acrossStores.apiRequestFailure.findFirst({ where: { appId, id } });
  return row ? fromRow({ ...row, id: Number(row.id) }) : undefined;
}

/** @param order columns of the index that has the rows of the condition in the order of the list */
const listStatement = (name: string, condition: string, order: string): Statement => ({
  name,
  text: `select * from (
      select l.*, (row_number() over (order by ${order}))::int as n,
        ($7::text is null or store_id = $7) and ($8::text is null or route = $8) and ($9::text is null or status = $9::int)
          and ($10::text is null or code = $10) and at >= $2 and at < $3 as passes
      from (
        select ${COLUMNS} from api_request_failure f where f.app_id = $1 and ${condition}
        order by ${order} limit $6) l) l
    where passes or n = $6
    order by ${order} limit $11`,
});

/** Failures of an app, newest first. */
export const FAILURE_LIST = listStatement(
  'api_request_failure-list',
  'f.at >= $2 and f.at < $3 and (f.at, f.id) < ($4, $5)',
  'at desc, id desc',
);

/** Failures of an app, in the order in which they were added. The time of `$4` is not used. */
export const FAILURE_LIST_ADDED = listStatement(
  'api_request_failure-list-added',
  'f.id > $5 and $4::timestamptz is not null',
  'id',
);

/** Failures of an app with a request id. */
export const FAILURE_LIST_OF_REQUEST = statement(
  'api_request_failure-list-of_request',
  `select ${COLUMNS} from api_request_failure f where f.app_id = $1 and f.request_id = $2
    order by f.at desc, f.id desc limit $3`,
);

/** Filter of a list of failures. */
export interface FailureFilter {
  storeId: string | undefined;
  route: string | undefined;
  status: number | undefined;
  code: string | undefined;
  fromMs: number | undefined;
  toMs: number | undefined;
}

/** A page of failures. */
export interface FailurePage {
  failures: ApiFailure[];
  next: Position | undefined;
}

/** Later than any failure. */
const LATEST_MS = Date.UTC(9999, 0);

const fromRows = (rows: FailureRow[]): ApiFailure[] =>
  rows.map((row) => fromRow(fromColumns<FailureModel>(row)));

/** A page of an app's failures, newest first. @param before the position of the last one of the previous page */
export function apiRequestFailureList(
  db: Queryable,
  appId: string,
  filter: FailureFilter,
  before: Position | undefined,
  limit: number,
): Promise<FailurePage> {
  const { fromMs: _from, toMs: _to, ...others } = filter;
  const [atMs, id] = (before ?? [LATEST_MS, 0]) as [number, number];
  const position = { atMs, id, of: ({ at, id: last }: FailureRow): Position => [at.getTime(), last] };
  return listPage(db, FAILURE_LIST, { appId, filter, isFiltered: isSet(others), position, limit });
}

/** A page of the failures of an app that were added after one, in that order. */
export function apiRequestFailureListAdded(
  db: Queryable,
  appId: string,
  filter: FailureFilter,
  afterId: number,
  limit: number,
): Promise<FailurePage> {
  const position = { atMs: 0, id: afterId, of: ({ id }: FailureRow): Position => [id] };
  return listPage(db, FAILURE_LIST_ADDED, { appId, filter, isFiltered: isSet(filter), position, limit });
}

const isSet = (filter: object): boolean => Object.values(filter).some((value) => value !== undefined);

interface PageInput {
  appId: string;
  filter: FailureFilter;
  /** True if the statement reads rows that may not match. */
  isFiltered: boolean;
  /** Where the page starts, and how to read the position of a row. */
  position: { atMs: number; id: number; of: (row: FailureRow) => Position };
  limit: number;
}

async function listPage(
  db: Queryable,
  list: Statement,
  { appId, filter, isFiltered, position, limit }: PageInput,
): Promise<FailurePage> {
  const { storeId, route, status, code, fromMs, toMs } = filter;
  const most = scanLimit(isFiltered, limit);
  const found = await db.rows<FailureRow & Scanned>(list, [
    appId,
    new Date(fromMs ?? 0),
    new Date(toMs ?? LATEST_MS),
    new Date(position.atMs),
    position.id,
    most,
    storeId ?? null,
    route ?? null,
    status === undefined ? null : String(status),
    code ?? null,
    limit + 1,
  ]);
  const { rows, next } = cutScanned(found, limit, most, position.of);
  return { failures: fromRows(rows), next };
}

/** The failures of an app with a request id, newest first. */
export async function apiRequestFailureListOfRequest(
  db: Queryable,
  appId: string,
  requestId: string,
  limit: number,
): Promise<ApiFailure[]> {
  return fromRows(await db.rows<FailureRow>(FAILURE_LIST_OF_REQUEST, [appId, requestId, limit]));
}

const EXPIRY_BATCH = 1_000;

/** Deletes a batch of expired failures. */
export const FAILURE_DELETE_EXPIRED = statement(
  'api_request_failure-delete-expired',
  `delete from api_request_failure where ctid = any(array(
      select ctid from api_request_failure where at < $1 order by at limit ${EXPIRY_BATCH}))
    returning 1`,
);

/** Deletes the failures before a time, in batches. */
export async function apiRequestFailureDeleteExpired(db: Queryable, before: Date): Promise<void> {
  for (;;) if ((await db.rows(FAILURE_DELETE_EXPIRED, [before])).length < EXPIRY_BATCH) return;
}
