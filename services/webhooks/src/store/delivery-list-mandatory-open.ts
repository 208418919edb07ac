import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { cutPage, type Position } from '@commerce/service-kit/page-token.ts';
import { DELIVERY_COLUMNS, type DeliveryRow } from './delivery-row.ts';

/**
 * Whether the delivery `d` is the first of a mandatory event that has not arrived, in this delivery or a replay of it. The types are
 * written out, so that the index of just these rows is used.
 */
export const MANDATORY_OPEN = `d.type in ('app.uninstalled', 'store.redact', 'customers.redact', 'customers.data_request')
    and d.state <> 'delivered' and d.replay_of is null and not d.is_test
    and not exists (select from delivery r where r.event_id = d.event_id and r.app_id = d.app_id
      and r.installation_id = d.installation_id and r.state = 'delivered')`;

/** Deliveries of an app. */
export const DELIVERY_LIST_MANDATORY_OPEN: Statement = {
  name: 'delivery-list-mandatory_open',
  text: `select ${DELIVERY_COLUMNS} from delivery d
    where d.app_id = $1 and (d.created_at, d.id) > ($2, $3) and ${MANDATORY_OPEN}
    order by d.created_at, d.id limit $4`,
};

/** A page of the first deliveries of an app's mandatory events that have not arrived, oldest first. @param after [ms, id] */
export async function deliveryListMandatoryOpen(
  db: Queryable,
  appId: string,
  after: Position | undefined,
  limit: number,
): Promise<{ rows: DeliveryRow[]; next: Position | undefined }> {
  const [afterMs, afterId] = (after ?? [0, '']) as [number, string];
  const values = [appId, new Date(afterMs), afterId, limit + 1];
  const rows = await db.rows<DeliveryRow>(DELIVERY_LIST_MANDATORY_OPEN, values);
  return cutPage(rows, limit, ({ created_at, id }) => [created_at.getTime(), id]);
}
