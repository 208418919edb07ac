import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** The app of a consent request that can still be answered. */
export interface OpenConsentRow {
  app_id: string;
  app_name: string;
  logo_url: string | null;
  developer_name: string;
  published: boolean;
  developer_id: string;
}

const STATEMENT = {
  name: 'consent-request-find-open',
  text: `select a.id as app_id, a.name as app_name, a.logo_url, d.name as developer_name,
      a.status = 'published' as published, a.developer_id
    from app a
    join developer d on d.id = a.developer_id and d.suspended_at is null
    where a.id = $1 and a.suspended_at is null
      and not exists (select from consent_request c where c.id = $2 and c.decided_at is not null)`,
};

/** The app of the consent request, unless it was answered or the app is suspended. */
export async function findOpenConsent(
  db: Queryable,
  { appId, id }: { appId: string; id: string },
): Promise<OpenConsentRow | undefined> {
  const [row] = await db.rows<OpenConsentRow>(STATEMENT, [appId, id]);
  return row;
}
