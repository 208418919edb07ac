import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'session-delete-of-person',
  text: `with gone as (delete from session where person_id = $1 and token_hash <> $2 returning 1)
    select count(*)::int as count from gone`,
};

/** Ends the sessions of a person. @param exceptToken the secret of the one that goes on; empty for none @returns how many */
export async function deleteSessionsOfPerson(
  tx: Queryable,
  personId: string,
  exceptToken = '',
): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(STATEMENT, [personId, sha256(exceptToken)]);
  return row!.count;
}
