import type { Developer } from '@commerce/proto/commerce/auth/v1/apps.ts';

/** A developer. */
export interface DeveloperRow {
  id: string;
  name: string;
  created_at: Date;
  suspended_at: Date | null;
  suspended_reason: string;
}

/** The columns of a DeveloperRow, of the table called `d`. */
export const DEVELOPER_COLUMNS = 'd.id, d.name, d.created_at, d.suspended_at, d.suspended_reason';

/** The developer as it is told. */
export const toDeveloper = (row: DeveloperRow): Developer => ({
  id: row.id,
  name: row.name,
  createdAtMs: row.created_at.getTime(),
  suspension:
    row.suspended_at === null
      ? undefined
      : { sinceMs: row.suspended_at.getTime(), reason: row.suspended_reason },
});
