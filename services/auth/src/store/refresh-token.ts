import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { InstallationState } from '../domain/installation.ts';

const INSERT: Statement = {
  name: 'refresh-token-insert',
  text: `insert into refresh_token (token_hash, installation_id, family_id, issued_at, expires_at)
    values ($1, $2, $3, $4, $5)`,
};

/** Adds the first refresh token of a family. */
export async function refreshTokenInsert(
  tx: Queryable,
  token: { hash: Buffer; installationId: string; familyId: string; issuedAt: Date; expiresAt: Date },
): Promise<void> {
  const { hash, installationId, familyId, issuedAt, expiresAt } = token;
  await tx.rows(INSERT, [hash, installationId, familyId, issuedAt, expiresAt]);
}

/** A refresh token with its installation. */
export interface RefreshTokenRecord {
  tokenFamilyId: string;
  expiresAt: Date;
  usedAt: Date | null;
  installationId: string;
  appId: string;
  storeId: string;
  storeName: string;
  state: InstallationState;
  scopes: string[];
  generation: number;
  familyId: string | null;
  familyStartedAt: Date;
}

const LOCK: Statement = {
  name: 'refresh-token-lock',
  // Both rows are locked, so that a transaction that has waited reads both as they are now.
  text: `select t.family_id as "tokenFamilyId", t.expires_at as "expiresAt", t.used_at as "usedAt",
      i.id as "installationId", i.app_id as "appId", i.store_id as "storeId", s.name as "storeName",
      i.state, i.scopes, i.generation, i.family_id as "familyId", i.family_started_at as "familyStartedAt"
    from refresh_token t
    join installation i on i.id = t.installation_id
    join store s on s.id = i.store_id
    where t.token_hash = $1
    for no key update of i, t`,
};

/** The refresh token and its installation, locked until the commit: refreshes and revocations happen one at a time. */
export async function refreshTokenLock(tx: Queryable, hash: Buffer): Promise<RefreshTokenRecord | undefined> {
  const [token] = await tx.rows<RefreshTokenRecord>(LOCK, [hash]);
  return token;
}

/** A rotation: the used token, the next one, and the response to keep for the Idempotency-Key, if one was sent. */
export interface Rotation {
  usedHash: Buffer;
  newHash: Buffer;
  installationId: string;
  familyId: string;
  at: Date;
  expiresAt: Date;
  replay?: { keyHash: Buffer; answerSealed: string; expiresAt: Date };
}

const ROTATE: Statement = {
  name: 'refresh-token-rotate',
  text: `with used as (update refresh_token set used_at = $5 where token_hash = $1),
    replay as (
      insert into refresh_replay (token_hash, key_hash, answer_sealed, expires_at)
      select $1, $7, $8, $9 where $7::bytea is not null)
    insert into refresh_token (token_hash, installation_id, family_id, issued_at, expires_at)
    values ($2, $3, $4, $5, $6)`,
};

/** Marks a refresh token as used and adds the next of its family. */
export async function refreshTokenRotate(tx: Queryable, rotation: Rotation): Promise<void> {
  const { usedHash, newHash, installationId, familyId, at, expiresAt, replay } = rotation;
  await tx.rows(ROTATE, [
    usedHash,
    newHash,
    installationId,
    familyId,
    at,
    expiresAt,
    replay?.keyHash ?? null,
    replay?.answerSealed ?? null,
    replay?.expiresAt ?? null,
  ]);
}

const FIND_REPLAY: Statement = {
  name: 'refresh-replay-find',
  text: `select answer_sealed from refresh_replay where token_hash = $1 and key_hash = $2 and expires_at > $3`,
};

/** The encrypted response of a refresh with the same Idempotency-Key, while it is stored. */
export async function refreshReplayFind(
  tx: Queryable,
  tokenHash: Buffer,
  keyHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ answer_sealed: string }>(FIND_REPLAY, [tokenHash, keyHash, now]);
  return row?.answer_sealed;
}
