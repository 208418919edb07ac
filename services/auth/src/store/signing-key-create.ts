import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'signing-key-create',
  text: `insert into signing_key (kid, state, public_jwk, private_sealed, published_at, activated_at)
    values ($1, $2, $3, $4, $5, $6)`,
};

/** Publishes a new signing key. */
export async function createSigningKey(
  tx: Queryable,
  key: { kid: string; state: 'next' | 'active'; publicJwk: object; privateSealed: string; at: Date },
): Promise<void> {
  const activatedAt = key.state === 'active' ? key.at : null;
  const values = [key.kid, key.state, JSON.stringify(key.publicJwk), key.privateSealed, key.at, activatedAt];
  await tx.rows(STATEMENT, values);
}
