import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { AppRecord } from '../domain/app.ts';
import { appFindOfDeveloper, appLock } from '../store/app.ts';

/** An app, and the developer that it must belong to. */
export interface OwnApp {
  developerId: string;
  appId: string;
}

/**
 * The app of a developer.
 * @throws Fault `not_found` when it does not exist or belongs to another developer
 */
export async function findOwnApp(db: Queryable, { developerId, appId }: OwnApp): Promise<AppRecord> {
  const app =
    isId('app', appId) && isId('dev', developerId)
      ? await appFindOfDeveloper(db, developerId, appId)
      : undefined;
  if (app === undefined) throw notFound();
  return app;
}

/**
 * The app of a developer, locked until the commit.
 * @throws Fault `not_found` when it does not exist or belongs to another developer
 */
export async function lockOwnApp(tx: Queryable, own: OwnApp): Promise<AppRecord> {
  if (!isId('app', own.appId)) throw notFound();
  await appLock(tx, own.appId);
  return findOwnApp(tx, own);
}
