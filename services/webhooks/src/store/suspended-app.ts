import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';

const PUT = statement(
  'suspended_app-put',
  `insert into suspended_app as s (app_id, suspended, version) values ($1, $2, $3)
   on conflict (app_id) do update set suspended = excluded.suspended, version = excluded.version
     where s.version < excluded.version
   returning 1`,
);

/** Records a suspension or restoration of an app. @returns false when a later one is recorded */
export async function suspendedAppPut(
  tx: Queryable,
  appId: string,
  { suspended, version }: { suspended: boolean; version: number },
): Promise<boolean> {
  return (await tx.rows(PUT, [appId, suspended, version])).length > 0;
}

const LOCK = statement(
  'suspended_app-lock',
  'select suspended from suspended_app where app_id = $1 for no key update',
);

/** Reports whether an app is suspended, which does not change until the commit. */
export async function suspendedAppLock(tx: Queryable, appId: string): Promise<boolean> {
  const [row] = await tx.rows<{ suspended: boolean }>(LOCK, [appId]);
  return row?.suspended ?? false;
}

/** Condition: an app is suspended. @param appId text of its id */
export const appIsSuspended = (appId: string): string =>
  `exists (select from suspended_app s where s.app_id = ${appId} and s.suspended)`;
