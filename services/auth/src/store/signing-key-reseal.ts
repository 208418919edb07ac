import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'signing-key-reseal',
  text: 'update signing_key set private_sealed = $2 where kid = $1',
};

/** Keeps the private half under another encryption key. */
export async function resealSigningKey(tx: Queryable, kid: string, privateSealed: string): Promise<void> {
  await tx.rows(STATEMENT, [kid, privateSealed]);
}
