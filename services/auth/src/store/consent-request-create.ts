import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** A checked authorization request of a browser. */
export interface NewConsentRequest {
  id: string;
  browserHash: Buffer;
  appId: string;
  redirectUri: string;
  scopes: string[];
  state: string;
  codeChallenge: string;
  createdAt: Date;
  expiresAt: Date;
}

const STATEMENT = {
  name: 'consent-request-create',
  text: `insert into consent_request
    (id, browser_hash, app_id, redirect_uri, scopes, state, code_challenge, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (id) do nothing`,
};

/** Stores a consent request that is being answered; another answer may have stored it before. */
export async function createConsentRequest(db: Queryable, request: NewConsentRequest): Promise<void> {
  const { id, browserHash, appId, redirectUri, scopes, state, codeChallenge, createdAt, expiresAt } = request;
  const values = [id, browserHash, appId, redirectUri, scopes, state, codeChallenge, createdAt, expiresAt];
  await db.rows(STATEMENT, values);
}
