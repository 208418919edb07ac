import type { Developer, DeveloperStore } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { toSuspension, type SuspensionColumns } from './suspension.ts';

/** A developer account. */
export interface DeveloperRecord extends SuspensionColumns {
  id: string;
  name: string;
  createdAt: Date;
}

/** A test store of a developer. */
export interface DeveloperStoreRecord {
  id: string;
  name: string;
  createdAt: Date;
  ownerEmail: string | null;
  installedApps: number;
}

/** The message of a developer. */
export const toDeveloper = (developer: DeveloperRecord): Developer => ({
  id: developer.id,
  name: developer.name,
  createdAtMs: developer.createdAt.getTime(),
  suspension: toSuspension(developer),
});

/** The message of a test store. */
export const toDeveloperStore = (store: DeveloperStoreRecord): DeveloperStore => ({
  id: store.id,
  name: store.name,
  ownerEmail: store.ownerEmail ?? '',
  createdAtMs: store.createdAt.getTime(),
  installedApps: store.installedApps,
});
