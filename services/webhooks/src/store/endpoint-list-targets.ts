import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** Where an app's deliveries go, and what signs them. */
export interface TargetRow {
  app_id: string;
  url: string;
  secret: string;
  previous_secret: string | null;
  previous_until: Date | null;
}

const STATEMENT: Statement = {
  name: 'endpoint-list-targets',
  text: `select app_id, url, secret, previous_secret, previous_until from endpoint
    where app_id = any($1) and state = 'active'`,
};

/** The active endpoints of apps, by app; read right before an attempt, so that it is signed by the secret of that moment. */
export async function endpointListTargets(db: Queryable, appIds: string[]): Promise<Map<string, TargetRow>> {
  const rows = await db.rows<TargetRow>(STATEMENT, [[...new Set(appIds)]]);
  return new Map(rows.map((row) => [row.app_id, row]));
}
