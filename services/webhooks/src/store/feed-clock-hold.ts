import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'feed_clock-hold',
  text: 'select store_id from feed_clock where store_id = any($1) order by store_id for share',
};

/** Holds back the fan-outs of stores until the commit: who is closed by then is known, and nobody is closed meanwhile. */
export async function feedClockHold(tx: Queryable, storeIds: readonly string[]): Promise<void> {
  await tx.rows(STATEMENT, [storeIds]);
}
