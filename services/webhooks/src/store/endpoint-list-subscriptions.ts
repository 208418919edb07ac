import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** What an app's endpoint hears. */
export interface Subscribed {
  disabled: boolean;
  eventTypes: string[];
}

const STATEMENT: Statement = {
  name: 'endpoint-list-subscriptions',
  text: `select app_id, state = 'disabled' as disabled, event_types from endpoint where app_id = any($1)`,
};

/** What the endpoints of the apps hear, by app; an app without an endpoint is not among them. */
export async function endpointListSubscriptions(
  db: Queryable,
  appIds: string[],
): Promise<Map<string, Subscribed>> {
  const rows = await db.rows<{ app_id: string; disabled: boolean; event_types: string[] }>(STATEMENT, [
    appIds,
  ]);
  return new Map(
    rows.map(({ app_id, disabled, event_types }) => [app_id, { disabled, eventTypes: event_types }]),
  );
}
