import { EndpointState, type Endpoint } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
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
