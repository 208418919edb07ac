import type { DataRequest } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const MAX_SHOWN = 100;

const INSERT = storeStatement(
  'data_request-insert',
  `insert into data_request select * from json_populate_record(null::data_request, $2) r where r.store_id = $1`,
);
const LIST = storeStatement(
  'data_request-list',
  `select r.request_id as "requestId", r.requested_at, r.requested_by as "requestedBy", d.downloaded_at, d.downloaded_by
   from data_request r
   left join lateral (
     select downloaded_at, downloaded_by from data_download d
     where d.store_id = $1 and d.customer_id = $2 and d.request_id = r.request_id
     order by downloaded_at desc limit 1) d on true
   where r.store_id = $1 and r.customer_id = $2 order by r.requested_at desc, r.request_id limit ${MAX_SHOWN}`,
);
const DOWNLOADED = storeStatement(
  'data_download-insert',
  `insert into data_download (store_id, customer_id, request_id, downloaded_at, downloaded_by)
   select store_id, customer_id, request_id, $4, $5 from data_request
   where store_id = $1 and customer_id = $2 and request_id = $3 returning 1`,
);

/** Records a data request. */
export async function dataRequestInsert(
  tx: Queryable,
  storeId: string,
  customerId: string,
  { requestId, requestedAtMs, requestedBy }: Pick<DataRequest, 'requestId' | 'requestedAtMs' | 'requestedBy'>,
): Promise<void> {
  const row = {
    store_id: storeId,
    customer_id: customerId,
    request_id: requestId,
    requested_at: new Date(requestedAtMs),
    requested_by: requestedBy,
  };
  await tx.rows(INSERT, [storeId, JSON.stringify(row)]);
}

/** The newest data requests of a customer, newest first, each with its last download. */
export async function dataRequestList(
  db: Queryable,
  storeId: string,
  customerId: string,
): Promise<DataRequest[]> {
  const rows = await db.rows<{
    requestId: string;
    requested_at: Date;
    requestedBy: string;
    downloaded_at: Date | null;
    downloaded_by: string | null;
  }>(LIST, [storeId, customerId]);
  return rows.map(({ requestId, requested_at, requestedBy, downloaded_at, downloaded_by }) => ({
    requestId,
    requestedAtMs: requested_at.getTime(),
    requestedBy,
    downloadedAtMs: downloaded_at?.getTime(),
    downloadedBy: downloaded_by ?? '',
  }));
}

/** Records a download of the file of a data request. @returns false when there is no such request */
export async function dataDownloadInsert(
  db: Queryable,
  storeId: string,
  { customerId, requestId }: { customerId: string; requestId: string },
  at: Date,
  personId: string,
): Promise<boolean> {
  return (await db.rows(DOWNLOADED, [storeId, customerId, requestId, at, personId])).length > 0;
}
