import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** A code to issue. */
export interface NewCode {
  codeHash: Buffer;
  appId: string;
  storeId: string;
  personId: string;
  redirectUri: string;
  scopes: string[];
  codeChallenge: string;
  createdAt: Date;
  expiresAt: Date;
}

const INSERT: Statement = {
  name: 'authorization-code-insert',
  text: `insert into authorization_code
    (code_hash, app_id, store_id, person_id, redirect_uri, scopes, code_challenge, created_at, expires_at, forget_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
};

/** Issues a code, of which only the hash is stored. */
export async function authorizationCodeInsert(tx: Queryable, code: NewCode): Promise<void> {
  const { codeHash, appId, storeId, personId, redirectUri, scopes, codeChallenge } = code;
  const subject = [codeHash, appId, storeId, personId, redirectUri, scopes, codeChallenge];
  await tx.rows(INSERT, [...subject, code.createdAt, code.expiresAt]);
}

/** An authorization code that was issued. */
export interface CodeRecord {
  appId: string;
  storeId: string;
  personId: string;
  redirectUri: string;
  scopes: string[];
  codeChallenge: string;
  expiresAt: Date;
  usedAt: Date | null;
  installationId: string | null;
  familyId: string | null;
}

const LOCK: Statement = {
  name: 'authorization-code-lock',
  text: `select app_id as "appId", store_id as "storeId", person_id as "personId", redirect_uri as "redirectUri",
      scopes, code_challenge as "codeChallenge", expires_at as "expiresAt", used_at as "usedAt",
      installation_id as "installationId", family_id as "familyId"
    from authorization_code where code_hash = $1 for update`,
};

/** The code, locked until the commit, so that it is exchanged once. */
export async function authorizationCodeLock(
  tx: Queryable,
  codeHash: Buffer,
): Promise<CodeRecord | undefined> {
  const [code] = await tx.rows<CodeRecord>(LOCK, [codeHash]);
  return code;
}

const USE: Statement = {
  name: 'authorization-code-update-used',
  text: `update authorization_code set used_at = $2, installation_id = $3, family_id = $4, forget_at = $5
    where code_hash = $1`,
};

/** Marks the code as used, and keeps the resulting token family for as long as that may live. */
export async function authorizationCodeUse(
  tx: Queryable,
  use: { codeHash: Buffer; usedAt: Date; installationId: string; familyId: string; forgetAt: Date },
): Promise<void> {
  await tx.rows(USE, [use.codeHash, use.usedAt, use.installationId, use.familyId, use.forgetAt]);
}
