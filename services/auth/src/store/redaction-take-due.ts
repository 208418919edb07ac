import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { INSTALLATION_COLUMNS_OF_I, type InstallationRow } from './installation-columns.ts';

/** Most redactions that one transaction takes. */
export const REDACTION_BATCH = 100;

/** Replicas pass each other by; one whose cancellation is under way is passed by as well. */
export const REDACTION_TAKE_DUE = {
  name: 'redaction-take-due',
  text: `with due as (
      delete from store_redaction where installation_id = any(array(
        select installation_id from store_redaction where due_at <= $1
        order by due_at limit ${REDACTION_BATCH} for update skip locked))
      returning installation_id)
    select ${INSTALLATION_COLUMNS_OF_I} from due join installation i on i.id = due.installation_id`,
};

/** Takes redactions that are due: whoever has them publishes them in the same transaction. */
export function takeDueRedactions(tx: Queryable, now: Date): Promise<InstallationRow[]> {
  return tx.rows<InstallationRow>(REDACTION_TAKE_DUE, [now]);
}
