import { columnList } from '@commerce/service-kit/db/columns.ts';
import type { TimeTable } from '@commerce/service-kit/db/time-partitions.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { Prisma as Schema } from '../generated/prisma/client.ts';

/** Columns that move with a delivery. */
const COLUMNS = columnList(Schema.DeliveryScalarFieldEnum)
  .split(', ')
  .filter((column) => column !== 'state');

/**
 * The columns of a delivery that moves out of or into its queue, for `returning`.
 * @param alias of the table
 * @param changed columns with another value
 */
export const movedColumns = (alias: string, changed: Readonly<Record<string, string>> = {}): string =>
  COLUMNS.map((column) =>
    column in changed ? `${changed[column]} as ${column}` : `${alias}.${column}`,
  ).join(', ');

/**
 * Text that inserts deliveries which the statement removes from the queue. The removal waits for a concurrent change of a
 * delivery, and has no row when that removed it.
 * @param removed a table of `movedColumns`
 * @param state text of the final state
 * @param at text of the time at which they ended
 */
export const insertFinished = (removed: string, state: string, at: string): string =>
  `insert into finished_delivery (state, finished_at, ${COLUMNS.join(', ')})
   select ${state}, ${at}, ${COLUMNS.join(', ')} from ${removed}`;

/** Text that returns deliveries to the queue, pending. @param removed a table of `movedColumns` */
export const insertReopened = (removed: string): string =>
  `insert into delivery (state, ${COLUMNS.join(', ')}) select 'pending', ${COLUMNS.join(', ')} from ${removed}`;

/** Text of a time before which a delivery cannot have ended whose attempt ran at a time, for the choice of partitions. */
export const endedSince = (attemptedAt: string): string => `${attemptedAt} - interval '1 day'`;

/** Types of mandatory events, as literals, so that their indexes are used. */
export const MANDATORY = `('${MANDATORY_TYPES.join("', '")}')`;

/**
 * Condition: the delivery `d` is a `store.redact` that was cancelled because the app was installed again. It needs no
 * delivery any more.
 */
export const REDACT_IS_CANCELLED = `(d.type = 'store.redact' and d.state = 'cancelled')`;

/** Condition: the event of the delivery `d` has been delivered to its installation, by a delivery in a table. */
const isDeliveredIn = (table: string): string =>
  `exists (select from ${table} r where r.event_id = d.event_id and r.app_id = d.app_id
     and r.installation_id = d.installation_id and r.state = 'delivered')`;

/** Condition: the delivery `d` is of a mandatory event that is not delivered, neither by it nor by a replay. */
export const IS_MANDATORY_OPEN = `d.type in ${MANDATORY} and d.state <> 'delivered' and not d.is_test
    and not ${REDACT_IS_CANCELLED} and not ${isDeliveredIn('finished_delivery')}`;

/** Partitioned by the day on which a delivery ended. Undelivered mandatory events outlive their day. */
export const FINISHED_DELIVERY: TimeTable = {
  name: 'finished_delivery',
  lowerBound: (day) => `${day} 00:00:00+00`,
  kept: (partition) =>
    `select d.* from ${partition} d where ${IS_MANDATORY_OPEN} and not ${isDeliveredIn(partition)}`,
};

const EXPIRY_BATCH = 1_000;

/** Deletes a batch of expired deliveries of days without a partition. */
export const FINISHED_DELIVERY_DELETE_EXPIRED = statement(
  'finished_delivery_rest-delete-expired',
  `delete from finished_delivery_rest where id = any(array(
      select id from finished_delivery_rest d where created_at < $1 and not (${IS_MANDATORY_OPEN})
      order by created_at limit ${EXPIRY_BATCH}))
    returning 1`,
);

/** Deletes the deliveries created before a time that have no partition and are not kept any longer, in batches. */
export async function finishedDeliveryDeleteExpired(db: Queryable, beforeMs: number): Promise<void> {
  const values = [new Date(beforeMs)];
  for (;;) if ((await db.rows(FINISHED_DELIVERY_DELETE_EXPIRED, values)).length < EXPIRY_BATCH) return;
}
