import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** The public half of a key, as JWK. */
export interface PublicSigningKey {
  public_jwk: Record<string, string>;
}

const STATEMENT = {
  name: 'signing-key-list-public',
  text: `select public_jwk from signing_key where remove_at is null or remove_at > $1
    order by published_at desc, kid`,
};

/** The public keys in force, newest first. */
export function listPublicSigningKeys(db: Queryable, now: Date): Promise<PublicSigningKey[]> {
  return db.rows<PublicSigningKey>(STATEMENT, [now]);
}
