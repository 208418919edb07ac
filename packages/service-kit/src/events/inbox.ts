import type { Clock } from '../clock.ts';
import { TimePartitions, type TimeTable } from '../db/time-partitions.ts';
import type { Database, Queryable } from '../db/database.ts';
import { statement } from '../db/statement.ts';
import { daysBefore, dayOf } from '../days.ts';
import { idStartAt } from '../ids.ts';

/** Longer than a stream keeps an event, so every event that can still be delivered is still known. */
const KEPT_DAYS = 14;
const BATCH = 1_000;

/**
 * The inbox, partitioned by the day of the event, which its id begins with. A record outlives its partition while its
 * event can still be delivered, because it was published late, or replayed, because it is parked as well.
 */
const INBOX: TimeTable = {
  name: 'inbox',
  lowerBound: (day) => idStartAt('evt', Date.parse(day)),
  kept: (partition) =>
    `select store_id, event_id, handled_at from ${partition} where handled_at > now() - interval '${KEPT_DAYS} days'
     union select i.store_id, i.event_id, i.handled_at from parked_event p
       join ${partition} i on i.store_id = p.store_id and i.event_id = p.event_id`,
};

/**
 * Statement that records events as handled, for a statement with the effects; returns the `event_id` of those that were
 * not handled before.
 * @param events query of (store_id, id); ordered by id, transactions with common events wait for each other instead of
 *   deadlocking
 */
export const inboxInsert = <const T extends string>(events: T) =>
  `insert into inbox (store_id, event_id) ${events} on conflict do nothing returning event_id` as const;

const INSERT_MANY = statement(
  'inbox-insert-many',
  inboxInsert('select distinct $1, id from unnest($2::text[]) id order by id'),
);

/** Records events of a store as handled by this transaction. @returns the ids that were not handled before */
export async function inboxInsertMany(
  tx: Queryable,
  storeId: string,
  eventIds: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ event_id: string }>(INSERT_MANY, [storeId, eventIds]);
  return new Set(rows.map((row) => row.event_id));
}

const DELETE_EXPIRED = statement(
  'inbox_rest-delete-expired',
  `delete from inbox_rest where ctid = any(array(
    select r.ctid from inbox_rest r where r.handled_at <= now() - interval '${KEPT_DAYS} days'
      and not exists (select from parked_event p where p.store_id = r.store_id and p.event_id = r.event_id)
    limit ${BATCH})) returning 1`,
);

/** Retention of the inbox: creates the partitions of today and tomorrow, and drops those of expired days. */
export class InboxRetention {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #partitions: TimePartitions;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#partitions = new TimePartitions(db, 'day', [INBOX]);
  }

  async run(): Promise<void> {
    const nowMs = this.#clock.now();
    await this.#partitions.ensureAhead(nowMs);
    while ((await this.#db.rows(DELETE_EXPIRED, [])).length === BATCH);
    await this.#partitions.dropBefore(dayOf(daysBefore(nowMs, KEPT_DAYS)));
  }
}
