import type { Queryable } from '@commerce/service-kit/db/database.ts';

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

const STATEMENT = {
  name: 'authorization-code-create',
  text: `insert into authorization_code
    (code_hash, app_id, store_id, person_id, redirect_uri, scopes, code_challenge, created_at, expires_at, forget_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
};

/** Issues a code: only its hash is kept. */
export async function createCode(tx: Queryable, code: NewCode): Promise<void> {
  const { codeHash, appId, storeId, personId, redirectUri, scopes, codeChallenge, createdAt, expiresAt } =
    code;
  const values = [
    codeHash,
    appId,
    storeId,
    personId,
    redirectUri,
    scopes,
    codeChallenge,
    createdAt,
    expiresAt,
  ];
  await tx.rows(STATEMENT, values);
}
