import type { Queryable } from '@commerce/service-kit/db/database.ts';

const RETIRE = {
  name: 'signing-key-retire-active',
  text: `update signing_key set state = 'retired', private_sealed = '', remove_at = $1 where state = 'active'`,
};
const PROMOTE = {
  name: 'signing-key-promote-next',
  text: `update signing_key set state = 'active', activated_at = $1 where state = 'next'`,
};

/**
 * The next key signs from now on. The one before stays published until its last token has expired; its private half is
 * forgotten at once.
 */
export async function promoteNextSigningKey(tx: Queryable, now: Date, removeAt: Date): Promise<void> {
  await tx.rows(RETIRE, [removeAt]);
  await tx.rows(PROMOTE, [now]);
}
