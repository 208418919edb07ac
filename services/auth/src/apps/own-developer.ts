import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { DeveloperRow } from '../store/developer-columns.ts';
import { lockDeveloper } from '../store/developer-lock.ts';

/** Who is suspended makes and submits nothing. */
export const suspended = () => conflict('suspended', 'The app or its developer is suspended.');

/**
 * The developer, held until the commit, to give it something new.
 * @throws Fault not_found; conflict `suspended`
 */
export async function holdDeveloper(tx: Queryable, id: string): Promise<DeveloperRow> {
  const row = isId('dev', id) ? await lockDeveloper(tx, id) : undefined;
  if (row === undefined) throw notFound();
  if (row.suspended_at !== null) throw suspended();
  return row;
}
