import { customerInsertMany } from '@commerce/customers/seed.ts';
import type { World } from '../world.ts';
import { withDatabase } from './open.ts';

/** Customers, contacts and team members. */
export function loadCustomers(url: string, world: World): Promise<void> {
  return withDatabase(url, async (db) => {
    for (const store of world.stores) {
      for (const chunk of store.customers()) await customerInsertMany(db, store.id, chunk);
    }
  });
}
