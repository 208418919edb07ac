import { fromColumns, type Columns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { InstallationState } from '../domain/installation.ts';
import { CLIENT_COLUMNS, CLIENT_TABLES, type ClientRecord } from './client-secret.ts';

const INSERT = statement(
  'refresh-token-insert',
  `insert into refresh_token (token_hash, installation_id, family_id, issued_at, expires_at)
    values ($1, $2, $3, $4, $5)`,
);

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
  storeSuspended: boolean;
}

const FIND = statement(
  'refresh-token-find-with-client',
  `select ${CLIENT_COLUMNS}, t.family_id as token_family_id, t.expires_at, t.used_at, t.installation_id,
      i.app_id as token_app_id, i.store_id, s.name as store_name, i.state, i.scopes, i.generation, i.family_id,
      s.suspended_at is not null as store_suspended
    from ${CLIENT_TABLES}
    left join (refresh_token t join installation i on i.id = t.installation_id join store s on s.id = i.store_id)
      on t.token_hash = $3`,
);

type FoundRow = Columns<ClientRecord> &
  Columns<Omit<RefreshTokenRecord, 'appId'>> & { token_family_id: string | null; token_app_id: string };

/** A client, and the refresh token with a hash, which may belong to another client; from one query. */
export async function refreshTokenFindWithClient(
  db: Queryable,
  clientId: string,
  now: Date,
  hash: Buffer,
): Promise<{ client: ClientRecord; token: RefreshTokenRecord | undefined }> {
  const [row] = await db.rows<FoundRow>(FIND, [clientId, now, hash]);
  const { app_id, suspended, secret_hashes, secrets_used_at, token_app_id, ...token } = row!;
  return {
    client: fromColumns<ClientRecord>({ app_id, suspended, secret_hashes, secrets_used_at }),
    token:
      token.token_family_id === null
        ? undefined
        : fromColumns<RefreshTokenRecord>({ ...token, app_id: token_app_id }),
  };
}

/** A rotation of a token: the next one, and the response to keep for the Idempotency-Key, if one was sent. */
export interface Rotation {
  usedHash: Buffer;
  newHash: Buffer;
  at: Date;
  expiresAt: Date;
  replay: { keyHash: Buffer; answerSealed: string; expiresAt: Date } | undefined;
}

const ROTATE = statement(
  'refresh-token-rotate',
  `with used as (
      update refresh_token t set used_at = $3
      from installation i
      where t.token_hash = $1 and t.used_at is null and i.id = t.installation_id and i.state = 'installed'
        and i.family_id = t.family_id and i.generation = $5 and i.scopes = $6
      returning t.installation_id, t.family_id
    ), replay as (
      insert into refresh_replay (token_hash, key_hash, answer_sealed, expires_at)
      select $1, $7, $8, $9 from used where $7::bytea is not null
    )
    insert into refresh_token (token_hash, installation_id, family_id, issued_at, expires_at)
    select $2, installation_id, family_id, $3, $4 from used returning 1`,
);

/**
 * Marks a refresh token as used and adds the next of its family.
 * @returns false when it has been used since, or its installation has changed
 */
export async function refreshTokenRotate(
  db: Queryable,
  { scopes, generation }: RefreshTokenRecord,
  { usedHash, newHash, at, expiresAt, replay }: Rotation,
): Promise<boolean> {
  const kept = [replay?.keyHash ?? null, replay?.answerSealed ?? null, replay?.expiresAt ?? null];
  const rows = await db.rows(ROTATE, [usedHash, newHash, at, expiresAt, generation, scopes, ...kept]);
  return rows.length > 0;
}

const FIND_REPLAY = statement(
  'refresh-replay-find',
  `select answer_sealed from refresh_replay where token_hash = $1 and key_hash = $2 and expires_at > $3`,
);

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
