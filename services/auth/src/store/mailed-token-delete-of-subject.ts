import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'mailed-token-delete-of-subject',
  text: 'delete from mailed_token where subject_id = $1 returning token_hash',
};

/** Ends every mailed link about that. @returns the hashes of their secrets; who finds his own there was the first to use it */
export async function deleteMailedTokens(tx: Queryable, subjectId: string): Promise<Buffer[]> {
  const rows = await tx.rows<{ token_hash: Buffer }>(STATEMENT, [subjectId]);
  return rows.map((row) => row.token_hash);
}
