import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'session-delete-one-of-person',
  text: 'delete from session where person_id = $1 and token_hash = $2',
};

/** Ends a session, if it is that person's. */
export async function deleteSessionOfPerson(
  tx: Queryable,
  personId: string,
  tokenHash: Buffer,
): Promise<void> {
  await tx.rows(STATEMENT, [personId, tokenHash]);
}
