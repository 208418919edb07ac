import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { DisabledFacts } from '../domain/disabled-mail.ts';

/** A mail that a worker has taken. */
export interface ClaimedMail {
  id: string;
  app_id: string;
  facts: DisabledFacts;
  /** How often it was tried before. */
  attempts: number;
}

const STATEMENT: Statement = {
  name: 'mail-claim-due',
  text: `update mail set due_at = $2
    where id = (select id from mail where state = 'waiting' and due_at <= $1 order by due_at limit 1 for update skip locked)
    returning id, app_id, facts, attempts`,
};

/** Takes the mail that has waited longest, for one worker alone. @param leasedUntilMs then it is due again for any */
export async function mailClaimDue(
  db: Queryable,
  nowMs: number,
  leasedUntilMs: number,
): Promise<ClaimedMail | undefined> {
  const [mail] = await db.rows<ClaimedMail>(STATEMENT, [new Date(nowMs), new Date(leasedUntilMs)]);
  return mail;
}
