import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { SigningKeyTimes } from '../domain/signing-key.ts';

/** The key that signs. */
export interface ActiveSigningKey {
  kid: string;
  privateSealed: string;
}

const FIND_ACTIVE: Statement = {
  name: 'signing-key-find-active',
  text: `select kid, private_sealed as "privateSealed" from signing_key where state = 'active'`,
};
const LIST_PUBLIC: Statement = {
  name: 'signing-key-list-public',
  text: `select public_jwk from signing_key where remove_at is null or remove_at > $1
    order by published_at desc, kid`,
};

/** The key that signs; undefined before the first one exists. */
export async function signingKeyFindActive(db: Queryable): Promise<ActiveSigningKey | undefined> {
  const [key] = await db.rows<ActiveSigningKey>(FIND_ACTIVE, []);
  return key;
}

/** The public keys in force as JWKs, newest first. */
export async function signingKeyListPublic(db: Queryable, now: Date): Promise<Record<string, string>[]> {
  const rows = await db.rows<{ public_jwk: Record<string, string> }>(LIST_PUBLIC, [now]);
  return rows.map((row) => row.public_jwk);
}

/** A signing key with its encrypted private half. */
export interface LockedSigningKey extends SigningKeyTimes {
  privateSealed: string;
}

const LOCK: Statement = {
  name: 'signing-key-lock',
  text: `select pg_advisory_xact_lock(hashtext('signing_key'))`,
};
const LIST: Statement = {
  name: 'signing-key-list',
  text: `select kid, state, published_at as "publishedAt", activated_at as "activatedAt",
      private_sealed as "privateSealed"
    from signing_key`,
};

/** All signing keys, locked: other transactions that change them wait until the commit. */
export async function signingKeyLockAll(tx: Queryable): Promise<LockedSigningKey[]> {
  await tx.rows(LOCK, []);
  return tx.rows<LockedSigningKey>(LIST, []);
}

const INSERT: Statement = {
  name: 'signing-key-insert',
  text: `insert into signing_key (kid, state, public_jwk, private_sealed, published_at, activated_at)
    values ($1, $2, $3, $4, $5, $6)`,
};
const RETIRE_ACTIVE: Statement = {
  name: 'signing-key-retire-active',
  text: `update signing_key set state = 'retired', private_sealed = '', remove_at = $1 where state = 'active'`,
};
const PROMOTE_NEXT: Statement = {
  name: 'signing-key-promote-next',
  text: `update signing_key set state = 'active', activated_at = $1 where state = 'next'`,
};
const RESEAL: Statement = {
  name: 'signing-key-update-sealed',
  text: 'update signing_key set private_sealed = $2 where kid = $1',
};

/** Publishes a new signing key. */
export async function signingKeyInsert(
  tx: Queryable,
  key: { kid: string; state: 'next' | 'active'; publicJwk: object; privateSealed: string; at: Date },
): Promise<void> {
  const activatedAt = key.state === 'active' ? key.at : null;
  const values = [key.kid, key.state, JSON.stringify(key.publicJwk), key.privateSealed, key.at, activatedAt];
  await tx.rows(INSERT, values);
}

/**
 * Makes the next key the active one. The previous key stays published until its last token has expired; its private half is
 * deleted at once.
 */
export async function signingKeyPromoteNext(tx: Queryable, now: Date, removeAt: Date): Promise<void> {
  await tx.rows(RETIRE_ACTIVE, [removeAt]);
  await tx.rows(PROMOTE_NEXT, [now]);
}

/** Stores the private half under another encryption key. */
export async function signingKeyReseal(tx: Queryable, kid: string, privateSealed: string): Promise<void> {
  await tx.rows(RESEAL, [kid, privateSealed]);
}
