import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'app-set-suspended',
  // One that is suspended already keeps its first time and reason.
  text: `with changed as (
      update app set suspended_at = $2, suspended_reason = $3
      where id = $1 and (suspended_at is null) = ($2::timestamptz is not null) returning id)
    select exists (select from changed) as changed from app where id = $1`,
};

/**
 * Suspends (a time) or restores (null) an app.
 * @returns whether that changed anything; undefined when there is no such app
 */
export async function setAppSuspended(
  tx: Queryable,
  id: string,
  suspendedAt: Date | null,
  reason: string,
): Promise<boolean | undefined> {
  const [row] = await tx.rows<{ changed: boolean }>(STATEMENT, [id, suspendedAt, reason]);
  return row?.changed;
}
