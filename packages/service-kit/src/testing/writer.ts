import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { systemClock, type Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { Writer } from '../write/writer.ts';

/** Writer whose events stay in the outbox. */
export function testWriter(service: string, db: Database, clock: Clock = systemClock): Writer {
  return new Writer({ service, db, clock, wakeRelay: () => undefined });
}

/** Removes and returns the events of the outbox, in order. */
export async function drainOutbox(db: Database): Promise<Event[]> {
  const { rows } = await db.pool.query<{ message: Buffer }>(
    'with taken as (delete from outbox returning id, message) select message from taken order by id',
  );
  return rows.map(({ message }) => Event.decode(message));
}
