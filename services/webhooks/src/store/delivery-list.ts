import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Position } from '@commerce/service-kit/page-token.ts';
import { DELIVERY_COLUMNS, type DeliveryRow } from './delivery-row.ts';
import { cutLookedAt, toLookAt, type LookedAt } from './looked-at.ts';

const listOf = (name: string, more: string): Statement => ({
  name,
  text: `select * from (
      select l.*, (row_number() over (order by created_at desc, id desc))::int as n,
        ($6::text is null or state = $6) and ($7::text is null or type = $7) and ($8::text is null or store_id = $8) as passes
      from (
        select ${DELIVERY_COLUMNS} from delivery d
        where d.app_id = $1 and d.created_at >= $2 and (d.created_at, d.id) < ($3, $4) ${more}
        order by d.created_at desc, d.id desc limit $5) l) l
    where passes or n = $5
    order by created_at desc, id desc limit $9`,
});

/** Deliveries of an app. */
export const DELIVERY_LIST = listOf('delivery-list', '');

/** Those that have failed: they have an index of their own, because they are few and looked for. */
export const DELIVERY_LIST_FAILED = listOf('delivery-list-failed', `and d.state in ('dead', 'cancelled')`);

/** What a list of deliveries is narrowed to. */
export interface DeliveryFilter {
  state: string | undefined;
  type: string | undefined;
  storeId: string | undefined;
  fromMs: number | undefined;
}

/** Later than any delivery. */
const LATEST_MS = Date.UTC(9999, 0);

/**
 * A page of an app's deliveries, the newest first.
 * @param before the position [created at in ms, id] of the last of the page before, or only the time that all are before
 */
export async function deliveryList(
  db: Queryable,
  appId: string,
  { state, type, storeId, fromMs }: DeliveryFilter,
  before: Position | undefined,
  limit: number,
): Promise<{ rows: DeliveryRow[]; next: Position | undefined }> {
  const most = toLookAt((state ?? type ?? storeId) !== undefined, limit);
  const failed = state === 'dead' || state === 'cancelled';
  const [beforeMs = LATEST_MS, beforeId = ''] = (before ?? []) as [number?, string?];
  const rows = await db.rows<DeliveryRow & LookedAt>(failed ? DELIVERY_LIST_FAILED : DELIVERY_LIST, [
    appId,
    new Date(fromMs ?? 0),
    new Date(beforeMs),
    beforeId,
    most,
    state ?? null,
    type ?? null,
    storeId ?? null,
    limit + 1,
  ]);
  return cutLookedAt(rows, limit, most, ({ created_at, id }) => [created_at.getTime(), id]);
}
