import { randomUUID } from 'node:crypto';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import type { AppRecord } from '../domain/app.ts';
import { suspended } from '../domain/app-review.ts';
import type { InstallationRecord } from '../domain/installation.ts';
import { widenScopes } from '../domain/scope.ts';
import { publishAuthorized, publishInstalled } from '../events/publish.ts';
import {
  installationCountOfStore,
  installationInsert,
  installationLockOfApp,
  installationReauthorize,
  installationSetScopes,
} from '../store/installation.ts';
import { storeRedactionCancel } from '../store/store-redaction.ts';
import { storeFindDeveloper, storeLock, type StoreRecord } from '../store/store.ts';

/** A person's authorization of an app. */
export interface Authorization {
  appId: string;
  personId: string;
  scopes: readonly string[];
}

/** The installation with a new family of tokens; undefined when the plan's limit is reached. The store is locked. */
export async function installApp(
  tx: Unit,
  { appId, personId, scopes: requested }: Authorization,
  store: StoreRecord,
  limit: number,
  nowMs: number,
): Promise<InstallationRecord | undefined> {
  const authorization = { familyId: randomUUID(), personId, at: new Date(nowMs) };
  const existing = await installationLockOfApp(tx, store.id, appId);
  if (existing) {
    const scopes = widenScopes(existing.scopes, requested);
    const widened = await installationReauthorize(tx, { id: existing.id, scopes, ...authorization });
    publishAuthorized(tx, widened);
    return widened;
  }
  if ((await installationCountOfStore(tx, store.id)) >= limit) return undefined;
  const scopes = widenScopes([], requested);
  const created = await installationInsert(tx, { storeId: store.id, appId, scopes, ...authorization });
  await storeRedactionCancel(tx, store.id, appId);
  publishInstalled(tx, created);
  return created;
}

/** The store is not a test store of the app's developer, or the app is not installed there. */
export const notInstalled = () =>
  conflict('not_installed', 'The app is not installed on a test store of its developer with that id.');

/**
 * Installs an app with all its scopes on a test store of its developer, without a consent. An installation in force gets the
 * scopes that it lacks, and keeps its refresh tokens.
 * @throws Fault conflict `not_installed` for any other store, `suspended`, `install_limit_reached`; `not_found` without a person
 */
export async function installOnTestStore(
  deps: Deps,
  ctx: Context,
  app: AppRecord,
  storeId: string,
): Promise<void> {
  const personId = personOf(ctx);
  if (personId === null) throw notFound();
  if (app.suspendedAt !== null || app.developerSuspended) throw suspended();
  await deps.writer.change(ctx, async (tx) => {
    const isOwn = (await storeFindDeveloper(deps.prisma, storeId)) === app.developerId;
    const store = isOwn ? await storeLock(tx, storeId) : undefined;
    if (store?.plan !== 'developer') throw notInstalled();
    const existing = await installationLockOfApp(tx, storeId, app.id);
    const nowMs = deps.clock.now();
    if (existing?.state === 'installed') return widen(tx, existing, app.scopes, nowMs);
    const limit = deps.rules.installedApps.developer;
    const authorization = { appId: app.id, personId, scopes: app.scopes };
    if ((await installApp(tx, authorization, store, limit, nowMs)) === undefined)
      throw conflict('install_limit_reached', `The store has ${limit} apps: uninstall one first.`);
  });
}

async function widen(
  tx: Unit,
  installation: InstallationRecord,
  requested: string[],
  nowMs: number,
): Promise<void> {
  const scopes = widenScopes(installation.scopes, requested);
  if (scopes.length === installation.scopes.length) return;
  publishAuthorized(tx, await installationSetScopes(tx, installation.id, scopes, new Date(nowMs)));
}
