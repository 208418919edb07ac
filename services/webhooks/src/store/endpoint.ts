import { EndpointState, type Endpoint } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { changedSinceRead, requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import type { EndpointFields } from '../domain/endpoint.ts';
import type { Endpoint as EndpointRow } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

const STATES: Record<string, EndpointState> = {
  active: EndpointState.ACTIVE,
  disabled: EndpointState.DISABLED,
};

/** The endpoint of an app. */
export async function endpointFind(prisma: Prisma, appId: string): Promise<Endpoint | undefined> {
  const row = await prisma.endpoint.findUnique({ where: { appId } });
  return row ? toEndpoint(row) : undefined;
}

/** The endpoints of those of the apps that have one. */
export async function endpointFindMany(prisma: Prisma, appIds: string[]): Promise<Endpoint[]> {
  const rows = await prisma.endpoint.findMany({ where: { appId: { in: appIds } } });
  return rows.map(toEndpoint);
}

/**
 * Makes the endpoint of an app, active, or changes its fields; state and secret of one that exists stay.
 * @param sealedSecret what the endpoint gets if it is made now
 */
export async function endpointPut(
  prisma: Prisma,
  appId: string,
  fields: EndpointFields,
  sealedSecret: string,
  now: Date,
): Promise<{ endpoint: Endpoint; created: boolean }> {
  // One statement (insert … on conflict), so that of two calls at once exactly one makes it.
  const row = await prisma.endpoint.upsert({
    where: { appId },
    create: { appId, ...fields, secret: sealedSecret, state: 'active', createdAt: now, updatedAt: now },
    update: { ...fields, updatedAt: now },
  });
  return { endpoint: toEndpoint(row), created: row.secret === sealedSecret };
}

/**
 * Makes the endpoint of an app that has none, active.
 * @throws Fault conflict `changed_since_read`
 */
export async function endpointMake(
  prisma: Prisma,
  appId: string,
  fields: EndpointFields,
  sealedSecret: string,
  now: Date,
): Promise<Endpoint> {
  const [made] = await prisma.endpoint.createManyAndReturn({
    data: { appId, ...fields, secret: sealedSecret, state: 'active', createdAt: now, updatedAt: now },
    skipDuplicates: true,
  });
  if (!made) throw changedSinceRead();
  return toEndpoint(made);
}

/**
 * Changes the fields of the endpoint that still has the version.
 * @throws Fault conflict `changed_since_read`; not_found
 */
export async function endpointChange(
  prisma: Prisma,
  appId: string,
  fields: EndpointFields,
  expectedVersion: string,
  now: Date,
): Promise<Endpoint> {
  const before = await prisma.endpoint.findUnique({ where: { appId } });
  if (!before) throw notFound();
  requireVersion(expectedVersion, stampVersion(before.updatedAt.getTime()));
  // Later than the version before, whatever the clock says. The condition holds in the statement itself: of two changes one wins.
  const updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1));
  const [after] = await prisma.endpoint.updateManyAndReturn({
    where: { appId, updatedAt: before.updatedAt },
    data: { ...fields, updatedAt },
  });
  if (!after) throw changedSinceRead();
  return toEndpoint(after);
}

function toEndpoint(row: EndpointRow): Endpoint {
  return {
    appId: row.appId,
    url: row.url,
    eventTypes: row.eventTypes,
    state: STATES[row.state] ?? EndpointState.UNSPECIFIED,
    createdAtMs: row.createdAt.getTime(),
    updatedAtMs: row.updatedAt.getTime(),
    failingSinceMs: row.firstFailureAt?.getTime(),
    disabledAtMs: row.disabledAt?.getTime(),
    previousSecretUntilMs: row.previousUntil?.getTime(),
  };
}
