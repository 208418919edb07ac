import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** An event as it is kept. */
export interface EventRow {
  id: string;
  store_id: string;
  type: string;
  subject_id: string;
  occurred_at: Date;
  traceparent: string;
  payload: Buffer;
}

// Over several stores: for the deliveries that a worker took together. The day finds the partition.
const STATEMENT: Statement = {
  name: 'event-find-many',
  text: `select e.id, e.store_id, e.type, e.subject_id, e.occurred_at, e.traceparent, e.payload
    from unnest($1::date[], $2::text[]) as k (day, id) join event e on e.day = k.day and e.id = k.id`,
};

/** Events by their days and ids; one that is not kept any more is not among them. */
export async function eventFindMany(
  db: Queryable,
  keys: { eventDay: string; eventId: string }[],
): Promise<Map<string, EventRow>> {
  const distinct = [...new Map(keys.map((key) => [key.eventId, key])).values()];
  const rows = await db.rows<EventRow>(STATEMENT, [
    distinct.map(({ eventDay }) => eventDay),
    distinct.map(({ eventId }) => eventId),
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}
