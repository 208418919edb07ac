import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { AppRow } from '../store/app-columns.ts';
import { findAppOfDeveloper } from '../store/app-find-of-developer.ts';
import { lockApp } from '../store/app-lock.ts';

/** Which app, and whose it must be. */
export interface OwnApp {
  developerId: string;
  appId: string;
}

/**
 * The app.
 * @throws Fault not_found when there is none, or it is another developer's
 */
export async function requireOwnApp(db: Queryable, { developerId, appId }: OwnApp): Promise<AppRow> {
  const row =
    isId('app', appId) && isId('dev', developerId)
      ? await findAppOfDeveloper(db, developerId, appId)
      : undefined;
  if (row === undefined) throw notFound();
  return row;
}

/**
 * The app, held until the commit.
 * @throws Fault not_found when there is none, or it is another developer's
 */
export async function holdOwnApp(tx: Queryable, own: OwnApp): Promise<AppRow> {
  if (!isId('app', own.appId)) throw notFound();
  await lockApp(tx, own.appId);
  return requireOwnApp(tx, own);
}
