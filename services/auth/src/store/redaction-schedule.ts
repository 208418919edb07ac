import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'redaction-schedule',
  text: 'insert into store_redaction (installation_id, store_id, app_id, due_at) values ($1, $2, $3, $4)',
};

/** Notes when the app of an uninstalled installation is to be told to forget the store. */
export async function scheduleRedaction(
  tx: Queryable,
  installation: { id: string; store_id: string; app_id: string },
  dueAt: Date,
): Promise<void> {
  const { id, store_id: storeId, app_id: appId } = installation;
  await tx.rows(STATEMENT, [id, storeId, appId, dueAt]);
}
