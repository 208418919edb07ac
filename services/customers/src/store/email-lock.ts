import { createHash } from 'node:crypto';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const LOCK: Statement = { name: 'email-lock-by_hash', text: 'select pg_advisory_xact_lock($1)' };

/** Waits for the e-mail of the store and holds it to the end of the transaction. Two that share a hash only wait for each other. */
export async function emailLock(tx: Queryable, storeId: string, emailNormalized: string): Promise<void> {
  const digest = createHash('sha256').update(`e-mail\n${storeId}\n${emailNormalized}`).digest();
  await tx.rows(LOCK, [digest.readBigInt64BE().toString()]);
}
