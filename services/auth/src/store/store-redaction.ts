import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { InstallationRecord } from '../domain/installation.ts';
import { INSTALLATION_COLUMNS } from './installation.ts';
import { recordList } from './records.ts';

const INSERT = statement(
  'store-redaction-insert',
  'insert into store_redaction (installation_id, store_id, app_id, due_at) values ($1, $2, $3, $4)',
);
const DELETE = statement(
  'store-redaction-delete',
  'delete from store_redaction where store_id = $1 and app_id = $2',
);

/** Schedules the `store.redact` event of an uninstalled installation. */
export async function storeRedactionSchedule(
  tx: Queryable,
  { id, storeId, appId }: InstallationRecord,
  dueAt: Date,
): Promise<void> {
  await tx.rows(INSERT, [id, storeId, appId, dueAt]);
}

/** Cancels the redaction of a store by an app that is installed again. */
export async function storeRedactionCancel(tx: Queryable, storeId: string, appId: string): Promise<void> {
  await tx.rows(DELETE, [storeId, appId]);
}

/** Maximum number of redactions that one transaction takes. */
export const STORE_REDACTION_BATCH = 100;

/** Replicas skip each other's rows, and those whose cancellation is under way. */
export const STORE_REDACTION_TAKE_DUE = statement(
  'store-redaction-take-due',
  `with due as (
      delete from store_redaction where installation_id = any(array(
        select installation_id from store_redaction where due_at <= $1
        order by due_at limit ${STORE_REDACTION_BATCH} for update skip locked))
      returning installation_id)
    select ${INSTALLATION_COLUMNS} from due join installation i on i.id = due.installation_id`,
);

/** Takes redactions that are due; the caller publishes them in the same transaction. */
export function storeRedactionTakeDue(tx: Queryable, now: Date): Promise<InstallationRecord[]> {
  return recordList<InstallationRecord>(tx, STORE_REDACTION_TAKE_DUE, [now]);
}
