import type { Delivery } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { DeliveryState } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { columnList, type Columns, type Fields, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, type Statement } from '@commerce/service-kit/db/statement.ts';
import { cutPage, type Position } from '@commerce/service-kit/page-token.ts';
import type { DeliveryStateName } from '../domain/delivery-state.ts';
import { Prisma as Schema, type FinishedDelivery } from '../generated/prisma/client.ts';
import { cutScanned, scanLimit, type Scanned } from './bounded-scan.ts';
import { IS_MANDATORY_OPEN } from './finished-delivery.ts';

/** A delivery; it has no end while it is open. */
type LoggedDelivery = Omit<FinishedDelivery, 'finishedAt'> & { finishedAt: Date | null };
type DeliveryRow = Columns<LoggedDelivery>;

const COLUMNS = columnList(Schema.FinishedDeliveryScalarFieldEnum, 'd');

function fromRow(row: Fields<LoggedDelivery>): Delivery {
  const isOpen = row.state === 'pending' || row.state === 'retrying';
  return {
    id: row.id,
    eventId: row.eventId,
    type: row.type,
    storeId: row.storeId,
    installationId: row.installationId,
    state: enumValue(DeliveryState, row.state as DeliveryStateName),
    attempts: row.attempts,
    createdAtMs: row.createdAt.getTime(),
    dueAtMs: isOpen ? row.dueAt.getTime() : undefined,
    finishedAtMs: row.finishedAt?.getTime(),
    lastAttemptAtMs: row.lastAttemptAt?.getTime(),
    lastStatus: row.lastStatus ?? undefined,
    lastError: row.lastError ?? undefined,
    replayOf: row.replayOf ?? '',
    isTest: row.isTest,
  };
}

const fromRows = (rows: DeliveryRow[]): Delivery[] =>
  rows.map((row) => fromRow(fromColumns<LoggedDelivery>(row)));

const FIND = statement(
  'delivery-find',
  `select ${COLUMNS} from delivery_log d where d.id = $1 and d.app_id = $2`,
);

/** A delivery of an app. */
export async function deliveryFind(db: Queryable, appId: string, id: string): Promise<Delivery | undefined> {
  const [row] = await db.rows<DeliveryRow>(FIND, [id, appId]);
  return row && fromRows([row])[0];
}

const LIST_OF_EVENT = statement(
  'delivery-list-of_event',
  `select ${COLUMNS} from delivery_log d where d.event_id = $1 and d.app_id = $2
    order by d.created_at desc, d.id desc limit 100`,
);

/** Deliveries of an event to an app, newest first, at most 100. */
export async function deliveryListOfEvent(
  db: Queryable,
  appId: string,
  eventId: string,
): Promise<Delivery[]> {
  return fromRows(await db.rows<DeliveryRow>(LIST_OF_EVENT, [eventId, appId]));
}

/** A page of deliveries. */
export interface DeliveryPage {
  deliveries: Delivery[];
  next: Position | undefined;
}

const listStatement = (name: string, table: string, condition: string): Statement => ({
  name,
  text: `select * from (
      select l.*, (row_number() over (order by created_at desc, id desc))::int as n,
        ($6::text is null or state = $6) and ($7::text is null or type = $7) and ($8::text is null or store_id = $8) as passes
      from (
        select ${COLUMNS} from ${table} d
        where d.app_id = $1 and d.created_at >= $2 and (d.created_at, d.id) < ($3, $4) ${condition}
        order by d.created_at desc, d.id desc limit $5) l) l
    where passes or n = $5
    order by created_at desc, id desc limit $9`,
});

/** Deliveries of an app. */
export const DELIVERY_LIST = listStatement('delivery-list', 'delivery_log', '');

/** The failed ones, which have their own index because they are few and often searched for. */
export const DELIVERY_LIST_FAILED = listStatement(
  'delivery-list-failed',
  'finished_delivery',
  `and d.state in ('dead', 'cancelled')`,
);

/** Filter of a list of deliveries. */
export interface DeliveryFilter {
  state: DeliveryStateName | undefined;
  type: string | undefined;
  storeId: string | undefined;
  fromMs: number | undefined;
}

/** Later than any delivery. */
const LATEST_MS = Date.UTC(9999, 0);

/**
 * A page of an app's deliveries, newest first.
 * @param before the position [created at in ms, id] of the last one of the previous page, or only the time that all are
 * before
 */
export async function deliveryList(
  db: Queryable,
  appId: string,
  { state, type, storeId, fromMs }: DeliveryFilter,
  before: Position | undefined,
  limit: number,
): Promise<DeliveryPage> {
  const most = scanLimit((state ?? type ?? storeId) !== undefined, limit);
  const isFailed = state === 'dead' || state === 'cancelled';
  const [beforeMs = LATEST_MS, beforeId = ''] = (before ?? []) as [number?, string?];
  const found = await db.rows<DeliveryRow & Scanned>(isFailed ? DELIVERY_LIST_FAILED : DELIVERY_LIST, [
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
  const { rows, next } = cutScanned(found, limit, most, positionOf);
  return { deliveries: fromRows(rows), next };
}

const positionOf = ({ created_at, id }: DeliveryRow): Position => [created_at.getTime(), id];

/** Condition: the delivery `d` is the first one of a mandatory event that is not delivered. */
const IS_FIRST_OPEN = `${IS_MANDATORY_OPEN} and d.replay_of is null`;

/** Open mandatory deliveries of an app. */
export const DELIVERY_LIST_MANDATORY_OPEN = statement(
  'delivery-list-mandatory_open',
  `select ${COLUMNS} from delivery_log d
    where d.app_id = $1 and (d.created_at, d.id) > ($2, $3) and ${IS_FIRST_OPEN}
    order by d.created_at, d.id limit $4`,
);

/** A page of the first deliveries of an app's undelivered mandatory events, oldest first. @param after [ms, id] */
export async function deliveryListMandatoryOpen(
  db: Queryable,
  appId: string,
  after: Position | undefined,
  limit: number,
): Promise<DeliveryPage> {
  const [afterMs, afterId] = (after ?? [0, '']) as [number, string];
  const values = [appId, new Date(afterMs), afterId, limit + 1];
  const found = await db.rows<DeliveryRow>(DELIVERY_LIST_MANDATORY_OPEN, values);
  const { rows, next } = cutPage(found, limit, positionOf);
  return { deliveries: fromRows(rows), next };
}

const COUNT_MANDATORY_OPEN = statement(
  'delivery-count-mandatory_open',
  `select count(*)::int as open from delivery_log d where ${IS_FIRST_OPEN}`,
);

/** The number of undelivered mandatory events, each counted once per app. */
export async function deliveryCountMandatoryOpen(db: Queryable): Promise<number> {
  const [row] = await db.rows<{ open: number }>(COUNT_MANDATORY_OPEN, []);
  return row!.open;
}
