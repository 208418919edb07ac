import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'delivery-postpone',
  text: `update delivery set due_at = $3, leased_until = null
    where id = any($1) and state in ('pending', 'retrying') and leased_until = $2`,
};

/** Gives back deliveries that could not be attempted for a reason that is not the receiver's. */
export async function deliveryPostpone(
  db: Queryable,
  ids: string[],
  leasedUntilMs: number,
  untilMs: number,
): Promise<void> {
  if (ids.length > 0) await db.rows(STATEMENT, [ids, new Date(leasedUntilMs), new Date(untilMs)]);
}
