import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { NewConsentRequest } from '../domain/consent.ts';

const INSERT: Statement = {
  name: 'consent-request-insert',
  text: `insert into consent_request
    (id, browser_hash, app_id, redirect_uri, scopes, state, code_challenge, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (id) do nothing`,
};

/** Stores a consent request that is being answered; a concurrent answer may have stored it already. */
export async function consentRequestInsert(db: Queryable, request: NewConsentRequest): Promise<void> {
  const { id, browserHash, appId, redirectUri, scopes, state, codeChallenge, createdAt, expiresAt } = request;
  const values = [id, browserHash, appId, redirectUri, scopes, state, codeChallenge, createdAt, expiresAt];
  await db.rows(INSERT, values);
}

/** A consent request with its app. */
export interface ConsentRecord {
  appId: string;
  appSuspended: boolean;
  appPublished: boolean;
  developerId: string;
  redirectUri: string;
  scopes: string[];
  state: string;
  codeChallenge: string;
  expiresAt: Date;
  decidedAt: Date | null;
  decision: 'allow' | 'deny' | null;
  decidedBy: string | null;
  storeId: string | null;
}

const LOCK: Statement = {
  name: 'consent-request-lock',
  text: `select c.app_id as "appId", (a.suspended_at is not null or d.suspended_at is not null) as "appSuspended",
      a.status = 'published' as "appPublished", a.developer_id as "developerId", c.redirect_uri as "redirectUri",
      c.scopes, c.state, c.code_challenge as "codeChallenge", c.expires_at as "expiresAt",
      c.decided_at as "decidedAt", c.decision, c.decided_by as "decidedBy", c.store_id as "storeId"
    from consent_request c
    join app a on a.id = c.app_id
    join developer d on d.id = a.developer_id
    where c.id = $1 and c.browser_hash = $2
    for no key update of c`,
};

/** The consent request of that id and browser, locked until the commit, so that it is answered once. */
export async function consentRequestLock(
  tx: Queryable,
  id: string,
  browserHash: Buffer,
): Promise<ConsentRecord | undefined> {
  const [consent] = await tx.rows<ConsentRecord>(LOCK, [id, browserHash]);
  return consent;
}

const DECIDE: Statement = {
  name: 'consent-request-update-decision',
  text: `update consent_request set decided_at = coalesce(decided_at, $2), decision = $3, decided_by = $4, store_id = $5
    where id = $1`,
};

/** Records the answer; the time of the first one stays. */
export async function consentRequestDecide(
  tx: Queryable,
  answer: {
    id: string;
    decidedAt: Date;
    decision: 'allow' | 'deny';
    personId: string | null;
    storeId: string | null;
  },
): Promise<void> {
  const { id, decidedAt, decision, personId, storeId } = answer;
  await tx.rows(DECIDE, [id, decidedAt, decision, personId, storeId]);
}

/** The app of a consent request that can still be answered. */
export interface OpenConsentRecord {
  appId: string;
  appName: string;
  logoUrl: string | null;
  developerName: string;
  published: boolean;
  developerId: string;
}

const FIND_OPEN: Statement = {
  name: 'consent-request-find-open',
  text: `select a.id as "appId", a.name as "appName", a.logo_url as "logoUrl", d.name as "developerName",
      a.status = 'published' as published, a.developer_id as "developerId"
    from app a
    join developer d on d.id = a.developer_id and d.suspended_at is null
    where a.id = $1 and a.suspended_at is null
      and not exists (select from consent_request c where c.id = $2 and c.decided_at is not null)`,
};

/** The app of the consent request, unless the request was answered or the app is suspended. */
export async function consentRequestFindOpen(
  db: Queryable,
  { appId, id }: { appId: string; id: string },
): Promise<OpenConsentRecord | undefined> {
  const [consent] = await db.rows<OpenConsentRecord>(FIND_OPEN, [appId, id]);
  return consent;
}
