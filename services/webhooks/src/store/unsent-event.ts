import type { UnsentEvent } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { UnsentReason } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { Columns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { Position } from '@commerce/service-kit/page-token.ts';
import type { UnsentReasonName } from '../domain/audience.ts';
import type { Event, UnsentEvent as UnsentEventModel } from '../generated/prisma/client.ts';
import { cutScanned, scanLimit, type Scanned } from './bounded-scan.ts';

type UnsentEventRow = Columns<
  Pick<UnsentEventModel, 'eventId' | 'installationId' | 'storeId' | 'reason'> &
    Pick<Event, 'type' | 'subjectId' | 'occurredAt'>
> &
  Scanned;

const fromRow = (row: UnsentEventRow): UnsentEvent => ({
  eventId: row.event_id,
  type: row.type,
  storeId: row.store_id,
  installationId: row.installation_id,
  subjectId: row.subject_id,
  occurredAtMs: row.occurred_at.getTime(),
  reason: enumValue(UnsentReason, row.reason as UnsentReasonName),
});

/**
 * Events that were not sent to an app, each looked up by its key. Ids of events sort by time of creation; an app has
 * one installation on a store.
 */
export const UNSENT_EVENT_LIST = statement(
  'unsent_event-list',
  `select l.event_id, l.installation_id, l.store_id, l.reason, l.n, l.passes, e.type, e.subject_id, e.occurred_at
    from (
      select *, (row_number() over (order by event_id desc))::int as n,
        ($5::text is null or store_id = $5) and ($6::text is null or reason = $6) as passes
      from (
        select u.day, u.event_id, u.installation_id, u.store_id, u.reason from unsent_event u
        where u.app_id = $1 and u.event_id < $2 and u.event_id >= $3
        order by u.event_id desc limit $4) u) l
    cross join lateral (select * from event where day = l.day and id = l.event_id limit 1) e
    where l.passes or l.n = $4
    order by l.event_id desc limit $7`,
);

/** Filter of a list of unsent events. */
export interface UnsentFilter {
  storeId: string | undefined;
  eventId: string | undefined;
  reason: UnsentReasonName | undefined;
}

/** Sorts after the id of every event. */
const AFTER_ALL = 'evt~';

/**
 * A page of the events that were not sent to an app, newest first.
 * @param before [event id] of the last one of the previous page
 */
export async function unsentEventList(
  db: Queryable,
  appId: string,
  { storeId, eventId, reason }: UnsentFilter,
  before: Position | undefined,
  limit: number,
): Promise<{ events: UnsentEvent[]; next: Position | undefined }> {
  const most = scanLimit((storeId ?? reason) !== undefined, limit);
  const upTo = eventId === undefined ? AFTER_ALL : `${eventId} `;
  const below = (before?.[0] as string | undefined) ?? upTo;
  const values = [appId, below, eventId ?? '', most, storeId ?? null, reason ?? null, limit + 1];
  const found = await db.rows<UnsentEventRow>(UNSENT_EVENT_LIST, values);
  const { rows, next } = cutScanned(found, limit, most, ({ event_id }) => [event_id]);
  return { events: rows.map(fromRow), next };
}
