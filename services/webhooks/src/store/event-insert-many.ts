import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { systemActor } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'event-insert-many',
  text: `insert into event (day, id, store_id, type, subject_id, occurred_at, actor_kind, actor_id, actor_app_id,
      request_id, traceparent, payload)
    select $1::date, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::smallint[],
      $8::text[], $9::text[], $10::text[], $11::text[], $12::bytea[])
    on conflict do nothing`,
};

/** Keeps events, in the partition of a day. */
export async function eventInsertMany(tx: Queryable, day: string, events: readonly Event[]): Promise<void> {
  const actors = events.map(({ actor }) => actor ?? systemActor);
  await tx.rows(STATEMENT, [
    day,
    events.map(({ id }) => id),
    events.map(({ storeId }) => storeId),
    events.map(({ type }) => type),
    events.map(({ subjectId }) => subjectId),
    events.map(({ occurredAtMs }) => new Date(occurredAtMs)),
    actors.map(({ kind }) => kind),
    actors.map(({ id }) => id),
    actors.map(({ appId }) => appId),
    events.map(({ requestId }) => requestId),
    events.map(({ traceparent }) => traceparent),
    events.map(({ payload }) => Buffer.from(payload)),
  ]);
}
