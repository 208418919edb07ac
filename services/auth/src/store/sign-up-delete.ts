import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'sign-up-delete',
  text: 'delete from developer_sign_up where id = $1 returning id',
};

/** Takes a sign-up away, for it is completed. @returns whether it was there: one completes it */
export async function deleteSignUp(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.rows(STATEMENT, [id])).length > 0;
}
