import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** A consent request, held until the commit. */
export interface ConsentRow {
  app_id: string;
  app_suspended: boolean;
  app_published: boolean;
  developer_id: string;
  redirect_uri: string;
  scopes: string[];
  state: string;
  code_challenge: string;
  expires_at: Date;
  decided_at: Date | null;
  decision: 'allow' | 'deny' | null;
  decided_by: string | null;
  store_id: string | null;
}

const STATEMENT = {
  name: 'consent-request-find-locked',
  text: `select c.app_id, (a.suspended_at is not null or d.suspended_at is not null) as app_suspended,
      a.status = 'published' as app_published, a.developer_id,
      c.redirect_uri, c.scopes, c.state, c.code_challenge, c.expires_at,
      c.decided_at, c.decision, c.decided_by, c.store_id
    from consent_request c
    join app a on a.id = c.app_id
    join developer d on d.id = a.developer_id
    where c.id = $1 and c.browser_hash = $2
    for no key update of c`,
};

/** The consent request of that id and browser, locked: it is answered once. */
export async function lockConsent(
  tx: Queryable,
  id: string,
  browserHash: Buffer,
): Promise<ConsentRow | undefined> {
  const [row] = await tx.rows<ConsentRow>(STATEMENT, [id, browserHash]);
  return row;
}
