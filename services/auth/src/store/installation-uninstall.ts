import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** An uninstalled installation. */
export interface UninstalledRow {
  id: string;
  store_id: string;
  app_id: string;
  uninstalled_at: Date;
  uninstalled_by: 'merchant' | 'app';
}

const STATEMENT = {
  name: 'installation-uninstall',
  // One that is uninstalled already is answered as it is.
  text: `with done as (
      update installation set state = 'uninstalled', generation = generation + 1, family_id = null,
        uninstalled_at = $3, uninstalled_by = $4, updated_at = $3
      where id = $1 and ($2 = '' or store_id = $2) and state <> 'uninstalled'
      returning id, store_id, app_id, uninstalled_at, uninstalled_by)
    select * from done
    union all
    select id, store_id, app_id, uninstalled_at, uninstalled_by from installation
    where id = $1 and ($2 = '' or store_id = $2) and state = 'uninstalled'`,
};

/** Uninstalls; undefined when the store (empty: any) has no such installation. */
export async function uninstallInstallation(
  db: Queryable,
  uninstall: { id: string; storeId: string; at: Date; by: 'merchant' | 'app' },
): Promise<UninstalledRow | undefined> {
  const { id, storeId, at, by } = uninstall;
  const [row] = await db.rows<UninstalledRow>(STATEMENT, [id, storeId, at, by]);
  return row;
}
