import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { deleteExpired } from '../store/expired-delete.ts';

/** Deletes what has expired, chunk by chunk. */
export async function removeExpired(
  db: Queryable,
  clock: Clock,
  statements: readonly Statement[],
): Promise<void> {
  for (const statement of statements) {
    while (await deleteExpired(db, statement, new Date(clock.now())));
  }
}
