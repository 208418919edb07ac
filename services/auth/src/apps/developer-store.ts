import type { DeveloperStore } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { DeveloperStoreRow } from '../store/store-list-of-developer.ts';

/** The store as it is told. */
export const toDeveloperStore = (row: DeveloperStoreRow): DeveloperStore => ({
  id: row.id,
  name: row.name,
  ownerEmail: row.owner_email ?? '',
  createdAtMs: row.created_at.getTime(),
  installedApps: row.installed_apps,
});
