import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import { REDACT_IS_CANCELLED } from './finished-delivery.ts';

/** Inserts the failed deliveries of a range. */
export const REPLAY_ITEM_INSERT_FAILED = statement(
  'replay_item-insert-failed',
  `with inserted as (
      insert into replay_item (set_id, delivery_id, asked_at)
      select $1, d.id, $6 from finished_delivery d
      where d.app_id = $2 and d.created_at >= $3 and d.created_at < $4 and d.state in ('dead', 'cancelled')
        and not ${REDACT_IS_CANCELLED}
        and (d.type = any($5) or not exists (select from closed_installation c
          where c.store_id = d.store_id and c.installation_id = d.installation_id))
      returning 1)
    select count(*)::int as total from inserted`,
);

/** Selects deliveries to replay. */
export interface FailedRange {
  appId: string;
  /** Created in [from, to). */
  fromMs: number;
  toMs: number;
  /** Types that are sent to closed installations too. */
  mandatory: readonly string[];
}

/** Inserts into a set the deliveries of a range that have failed at this time. @returns their number */
export async function replayItemInsertFailed(
  tx: Queryable,
  setId: string,
  { appId, fromMs, toMs, mandatory }: FailedRange,
  nowMs: number,
): Promise<number> {
  const values = [setId, appId, new Date(fromMs), new Date(toMs), mandatory, new Date(nowMs)];
  const [row] = await tx.rows<{ total: number }>(REPLAY_ITEM_INSERT_FAILED, values);
  return row!.total;
}

/** A delivery to replay. */
export interface ReplayItem {
  deliveryId: string;
  /** Null when the delivery is no longer kept, like the other fields. */
  storeId: string | null;
  installationId: string | null;
  type: string | null;
}

const TAKE = statement(
  'replay_item-take',
  `with taken as (
      delete from replay_item where set_id = $1 and delivery_id = any(array(
        select delivery_id from replay_item where set_id = $1 order by delivery_id limit $2))
      returning delivery_id)
    select t.delivery_id as "deliveryId", d.store_id as "storeId", d.installation_id as "installationId", d.type
    from taken t left join delivery_log d on d.id = t.delivery_id
    order by t.delivery_id`,
);

/** Removes the next deliveries from a set. */
export function replayItemTake(tx: Queryable, setId: string, limit: number): Promise<ReplayItem[]> {
  return tx.rows(TAKE, [setId, limit]);
}

const DELETE_EXPIRED = statement('replay_item-delete-expired', 'delete from replay_item where asked_at < $1');

/** Deletes the items that failed replays did not take. */
export async function replayItemDeleteExpired(db: Queryable, before: Date): Promise<void> {
  await db.rows(DELETE_EXPIRED, [before]);
}
