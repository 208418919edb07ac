import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { SigningKeyTimes } from '../domain/signing-key.ts';
import type { Prisma } from './prisma.ts';
import { recordFind, recordList } from './records.ts';

/** The key that signs. */
export interface ActiveSigningKey {
  kid: string;
  privateSealed: string;
}

const FIND_ACTIVE = statement(
  'signing-key-find-active',
  `select kid, private_sealed from signing_key where state = 'active'`,
);
const LIST_PUBLIC = statement(
  'signing-key-list-public',
  `select public_jwk from signing_key where remove_at is null or remove_at > $1
    order by published_at desc, kid`,
);

/** The key that signs; undefined before the first one exists. */
export function signingKeyFindActive(db: Queryable): Promise<ActiveSigningKey | undefined> {
  return recordFind<ActiveSigningKey>(db, FIND_ACTIVE, []);
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

const LOCK = statement('signing-key-lock', `select pg_advisory_xact_lock(hashtext('signing_key'))`);
const LIST = statement(
  'signing-key-list',
  'select kid, state, published_at, activated_at, private_sealed from signing_key',
);

/** All signing keys, locked: other transactions that change them wait until the commit. */
export async function signingKeyLockAll(tx: Queryable): Promise<LockedSigningKey[]> {
  await tx.rows(LOCK, []);
  return recordList<LockedSigningKey>(tx, LIST, []);
}

/** Publishes a new signing key. */
export async function signingKeyInsert(
  prisma: Prisma,
  key: { kid: string; state: 'next' | 'active'; publicJwk: object; privateSealed: string },
  at: Date,
): Promise<void> {
  const activatedAt = key.state === 'active' ? at : null;
  await prisma.acrossStores.signingKey.create({ data: { ...key, publishedAt: at, activatedAt } });
}

/**
 * Makes the next key the active one. The previous key stays published until its last token has expired; its private half is
 * deleted at once.
 */
export async function signingKeyPromoteNext(prisma: Prisma, now: Date, removeAt: Date): Promise<void> {
  const { signingKey } = prisma.acrossStores;
  const retired = { state: 'retired', privateSealed: '', removeAt };
  await signingKey.updateMany({ where: { state: 'active' }, data: retired });
  await signingKey.updateMany({ where: { state: 'next' }, data: { state: 'active', activatedAt: now } });
}

/** Stores the private half under another encryption key. */
export async function signingKeyReseal(prisma: Prisma, kid: string, privateSealed: string): Promise<void> {
  await prisma.acrossStores.signingKey.updateMany({ where: { kid }, data: { privateSealed } });
}
