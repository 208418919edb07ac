import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** A consent request that can still be answered, with its app. */
export interface OpenConsentRow {
  app_id: string;
  app_name: string;
  logo_url: string | null;
  developer_name: string;
  redirect_uri: string;
  scopes: string[];
  published: boolean;
  developer_id: string;
}

const STATEMENT = {
  name: 'consent-request-find-open',
  text: `select a.id as app_id, a.name as app_name, a.logo_url, d.name as developer_name, c.redirect_uri, c.scopes,
      a.status = 'published' as published, a.developer_id
    from consent_request c
    join app a on a.id = c.app_id and a.suspended_at is null
    join developer d on d.id = a.developer_id and d.suspended_at is null
    where c.id = $1 and c.browser_hash = $2 and c.expires_at > $3 and c.decided_at is null`,
};

/** The consent request of that id and browser, if it is open. */
export async function findOpenConsent(
  db: Queryable,
  id: string,
  browserHash: Buffer,
  now: Date,
): Promise<OpenConsentRow | undefined> {
  const [row] = await db.rows<OpenConsentRow>(STATEMENT, [id, browserHash, now]);
  return row;
}
