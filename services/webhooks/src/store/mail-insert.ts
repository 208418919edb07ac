import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { DisabledFacts } from '../domain/disabled-mail.ts';

const STATEMENT: Statement = {
  name: 'mail-insert',
  text: `insert into mail (app_id, kind, facts, due_at, created_at) values ($1, 'webhook_disabled', $2, $3, $3)`,
};

/** Leaves a mail to be sent to an app's developer, committed with what it tells. */
export async function mailInsertDisabled(tx: Queryable, appId: string, facts: DisabledFacts): Promise<void> {
  await tx.rows(STATEMENT, [appId, facts, new Date(facts.disabledAtMs)]);
}
