import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'person-set-password',
  text: 'update person set password_hash = $2 where id = $1',
};

/** Gives a person another password. */
export async function setPasswordHash(tx: Queryable, id: string, passwordHash: string): Promise<void> {
  await tx.rows(STATEMENT, [id, passwordHash]);
}
