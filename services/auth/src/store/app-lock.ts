import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'app-lock',
  // NO KEY: rows that only refer to the app need not wait.
  text: 'select id from app where id = $1 for no key update',
};

/**
 * Holds the app until the commit: its changes and reviews come one after the other. What is read of it and its reviews is read
 * afterwards, by another statement, which sees what was committed before.
 */
export async function lockApp(tx: Queryable, id: string): Promise<void> {
  await tx.rows(STATEMENT, [id]);
}
