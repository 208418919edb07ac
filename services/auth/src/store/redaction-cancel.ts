import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'redaction-cancel',
  text: 'delete from store_redaction where store_id = $1 and app_id = $2',
};

/** The app is back in the store: it need not forget it. */
export async function cancelRedaction(tx: Queryable, storeId: string, appId: string): Promise<void> {
  await tx.rows(STATEMENT, [storeId, appId]);
}
