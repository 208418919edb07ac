import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** Notes which deliveries of a range have failed. */
export const REPLAY_ITEM_INSERT: Statement = {
  name: 'replay_item-insert-failed',
  text: `with noted as (
      insert into replay_item (set_id, delivery_id, asked_at)
      select $1, d.id, $6 from delivery d
      where d.app_id = $2 and d.created_at >= $3 and d.created_at < $4 and d.state in ('dead', 'cancelled')
        and (d.type = any($5) or not exists (select from closed_installation c
          where c.store_id = d.store_id and c.installation_id = d.installation_id))
      returning 1)
    select count(*)::int as noted from noted`,
};

/** Which deliveries are to be replayed. */
export interface FailedRange {
  appId: string;
  /** Made in [from, to). */
  fromMs: number;
  toMs: number;
  /** Types that are sent to installations that are gone, too. */
  mandatory: readonly string[];
}

/** Keeps which deliveries of a range have failed at this moment. @returns how many */
export async function replayItemInsertFailed(
  tx: Queryable,
  setId: string,
  { appId, fromMs, toMs, mandatory }: FailedRange,
  nowMs: number,
): Promise<number> {
  const values = [setId, appId, new Date(fromMs), new Date(toMs), mandatory, new Date(nowMs)];
  const [row] = await tx.rows<{ noted: number }>(REPLAY_ITEM_INSERT, values);
  return row!.noted;
}

/** A delivery that is to be replayed. */
export interface ReplayItem {
  delivery_id: string;
  /** Null when the delivery is not kept any more, as are the others. */
  store_id: string | null;
  installation_id: string | null;
  type: string | null;
}

const TAKE: Statement = {
  name: 'replay_item-take',
  text: `with taken as (
      delete from replay_item where set_id = $1 and delivery_id = any(array(
        select delivery_id from replay_item where set_id = $1 order by delivery_id limit $2))
      returning delivery_id)
    select t.delivery_id, d.store_id, d.installation_id, d.type from taken t left join delivery d on d.id = t.delivery_id
    order by t.delivery_id`,
};

/** Takes the next deliveries out of a set. */
export function replayItemTake(tx: Queryable, setId: string, limit: number): Promise<ReplayItem[]> {
  return tx.rows(TAKE, [setId, limit]);
}

const EXPIRE: Statement = {
  name: 'replay_item-delete-expired',
  text: 'delete from replay_item where asked_at < $1',
};

/** Removes what replays that ended as failed have left. */
export async function replayItemDeleteExpired(db: Queryable, beforeMs: number): Promise<void> {
  await db.rows(EXPIRE, [new Date(beforeMs)]);
}
