import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { AppStatus } from '../domain/app-review.ts';

const STATEMENT: Statement = {
  name: 'app-set-status',
  text: 'update app set status = $2, updated_at = $3 where id = $1',
};

/** Moves an app on its way to merchants. */
export async function setAppStatus(tx: Queryable, id: string, status: AppStatus, at: Date): Promise<void> {
  await tx.rows(STATEMENT, [id, status, at]);
}
