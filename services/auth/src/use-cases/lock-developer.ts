import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { suspended } from '../domain/app-review.ts';
import type { DeveloperRecord } from '../domain/developer.ts';
import { developerLock } from '../store/developer.ts';

/**
 * The developer, locked until the commit, to create something for it.
 * @throws Fault `not_found`; conflict `suspended`
 */
export async function lockActiveDeveloper(tx: Queryable, id: string): Promise<DeveloperRecord> {
  const developer = isId('dev', id) ? await developerLock(tx, id) : undefined;
  if (developer === undefined) throw notFound();
  if (developer.suspendedAt !== null) throw suspended();
  return developer;
}
