import { EndpointState } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import type { Endpoint } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import { type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { changedSinceRead, requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import type { EndpointFields } from '../domain/endpoint.ts';
import type { Endpoint as EndpointRow } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';
import { appIsSuspended } from './suspended-app.ts';

const fromRow = (row: EndpointRow): Endpoint => ({
  appId: row.appId,
  url: row.url,
  eventTypes: row.eventTypes,
  state: enumValue(EndpointState, row.state as EnumName<typeof EndpointState>),
  createdAtMs: row.createdAt.getTime(),
  updatedAtMs: row.updatedAt.getTime(),
  failingSinceMs: row.firstFailureAt?.getTime(),
  disabledAtMs: row.disabledAt?.getTime(),
  previousSecretUntilMs: row.previousUntil?.getTime(),
  apiVersion: row.apiVersion,
});

/** The endpoint of an app. */
export async function endpointFind(prisma: Prisma, appId: string): Promise<Endpoint | undefined> {
  const row = await prisma.acrossStores.endpoint.findFirst({ where: { appId } });
  return row ? fromRow(row) : undefined;
}

/** The endpoints of apps; an app without one is missing from the result. */
export async function endpointFindMany(prisma: Prisma, appIds: string[]): Promise<Endpoint[]> {
  const rows = await prisma.acrossStores.endpoint.findMany({ where: { appId: { in: appIds } } });
  return rows.map(fromRow);
}

/** An endpoint to be written. */
export interface EndpointWrite {
  appId: string;
  fields: EndpointFields;
  now: Date;
}

/** An endpoint to be created unless the app has one. */
export interface EndpointCreation extends EndpointWrite {
  /** The secret of the new endpoint. */
  sealedSecret: string;
  /** The version of the new endpoint, unless the fields have one. */
  newestVersion: string;
}

const newRow = ({ appId, fields, sealedSecret, newestVersion, now }: EndpointCreation) => ({
  appId,
  ...fields,
  apiVersion: fields.apiVersion ?? newestVersion,
  secret: sealedSecret,
  state: 'active',
  createdAt: now,
  updatedAt: now,
});

/** Creates the active endpoint of an app, or changes the fields of the existing one, whose state and secret stay. */
export async function endpointPut(
  prisma: Prisma,
  creation: EndpointCreation,
): Promise<{ endpoint: Endpoint; created: boolean }> {
  const { appId, fields, sealedSecret, now } = creation;
  // One statement (insert … on conflict), so that exactly one of two concurrent calls creates it.
  const row = await prisma.acrossStores.endpoint.upsert({
    where: { appId },
    create: newRow(creation),
    update: { ...fields, updatedAt: now },
  });
  return { endpoint: fromRow(row), created: row.secret === sealedSecret };
}

/**
 * Creates the active endpoint of an app that has none.
 * @throws Fault conflict `changed_since_read`
 */
export async function endpointInsert(prisma: Prisma, creation: EndpointCreation): Promise<Endpoint> {
  const [created] = await prisma.acrossStores.endpoint.createManyAndReturn({
    data: newRow(creation),
    skipDuplicates: true,
  });
  if (!created) throw changedSinceRead();
  return fromRow(created);
}

/**
 * Changes the fields of an endpoint that still has the expected version.
 * @throws Fault conflict `changed_since_read`; not_found
 */
export async function endpointUpdate(
  prisma: Prisma,
  { appId, fields, now }: EndpointWrite,
  expectedVersion: string,
): Promise<Endpoint> {
  const before = await prisma.acrossStores.endpoint.findFirst({ where: { appId } });
  if (!before) throw notFound();
  requireVersion(expectedVersion, stampVersion(before.updatedAt.getTime()));
  // Later than the previous version even if the clock is not. The statement has the condition, so one of two concurrent
  // changes wins.
  const updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1));
  const [after] = await prisma.acrossStores.endpoint.updateManyAndReturn({
    where: { appId, updatedAt: before.updatedAt },
    data: { ...fields, updatedAt },
  });
  if (!after) throw changedSinceRead();
  return fromRow(after);
}

/** The sealed secret of an app's endpoint. */
export async function endpointFindSecret(prisma: Prisma, appId: string): Promise<string | undefined> {
  return (await prisma.acrossStores.endpoint.findFirst({ where: { appId }, select: { secret: true } }))
    ?.secret;
}

const ROTATE_SECRET = statement(
  'endpoint-rotate-secret',
  `update endpoint set previous_secret = secret, previous_until = $3, secret = $2, updated_at = $4
    where app_id = $1 returning 1`,
);

/** A new secret of an app's endpoint. */
export interface SecretRotation {
  appId: string;
  sealedSecret: string;
  /** Until when the previous secret signs too. */
  previousUntilMs: number;
  nowMs: number;
}

/** Replaces the secret of an endpoint. @returns false when the app has no endpoint */
export async function endpointRotateSecret(
  tx: Queryable,
  { appId, sealedSecret, previousUntilMs, nowMs }: SecretRotation,
): Promise<boolean> {
  const values = [appId, sealedSecret, new Date(previousUntilMs), new Date(nowMs)];
  return (await tx.rows(ROTATE_SECRET, values)).length > 0;
}

/** The subscription of an app's endpoint. */
export interface Subscription {
  disabled: boolean;
  eventTypes: string[];
}

/** The subscription of an app's endpoint, and the state of the app. */
export interface Subscriber extends Subscription {
  /** The app or its developer is suspended. */
  suspended: boolean;
}

const LIST_SUBSCRIPTIONS = statement(
  'endpoint-list-subscriptions',
  `select app_id as "appId", state = 'disabled' as disabled, event_types as "eventTypes",
      ${appIsSuspended('e.app_id')} as suspended
    from endpoint e where app_id = any($1)`,
);

/** The subscriptions of apps by app id; an app without an endpoint is missing from the result. */
export async function endpointListSubscriptions(
  db: Queryable,
  appIds: string[],
): Promise<Map<string, Subscriber>> {
  const rows = await db.rows<Subscriber & { appId: string }>(LIST_SUBSCRIPTIONS, [appIds]);
  return new Map(rows.map(({ appId, ...subscriber }) => [appId, subscriber]));
}

/** The URL and version of an active endpoint, its sealed secrets, and the state of the app. */
export type Target = Pick<
  EndpointRow,
  'appId' | 'url' | 'secret' | 'previousSecret' | 'previousUntil' | 'apiVersion'
> &
  Pick<Subscriber, 'suspended'>;

const LIST_TARGETS = statement(
  'endpoint-list-targets',
  `select app_id, url, secret, previous_secret, previous_until, api_version, ${appIsSuspended('e.app_id')} as suspended
    from endpoint e where app_id = any($1) and state = 'active'`,
);

/**
 * The active endpoints of apps by app id; read right before an attempt, which is signed with the secret and rendered
 * in the version of that time.
 */
export async function endpointListTargets(db: Queryable, appIds: string[]): Promise<Map<string, Target>> {
  const rows = await db.rows<Columns<Target>>(LIST_TARGETS, [[...new Set(appIds)]]);
  return new Map(rows.map((row) => [row.app_id, fromColumns<Target>(row)]));
}
