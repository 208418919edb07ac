import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { SigningKeyTimes } from '../domain/signing-key.ts';

/** A signing key with its sealed private half. */
export interface LockedSigningKey extends SigningKeyTimes {
  privateSealed: string;
}

const LOCK = { name: 'signing-key-lock', text: `select pg_advisory_xact_lock(hashtext('signing_key'))` };
const LIST = {
  name: 'signing-key-list-all',
  text: `select kid, state, published_at as "publishedAt", activated_at as "activatedAt",
      private_sealed as "privateSealed"
    from signing_key`,
};

/** All signing keys; whoever else wants to change them waits until the commit. */
export async function lockSigningKeys(tx: Queryable): Promise<LockedSigningKey[]> {
  await tx.rows(LOCK, []);
  return tx.rows<LockedSigningKey>(LIST, []);
}
