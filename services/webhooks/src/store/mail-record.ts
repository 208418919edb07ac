import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const FINISH: Statement = {
  name: 'mail-record-finished',
  text: `update mail set state = $2, attempts = attempts + 1, finished_at = $3, last_error = $4
    where id = $1 and state = 'waiting'`,
};

/** Records that a mail was sent, or that it never will be. @param error why not */
export async function mailRecordFinished(
  db: Queryable,
  id: string,
  state: 'sent' | 'given_up',
  nowMs: number,
  error?: string,
): Promise<void> {
  await db.rows(FINISH, [id, state, new Date(nowMs), error ?? null]);
}

const FAIL: Statement = {
  name: 'mail-record-failure',
  text: `update mail set attempts = attempts + 1, due_at = $2, last_error = $3 where id = $1 and state = 'waiting'`,
};

/** Records that a mail could not be sent, and when it is tried again. */
export async function mailRecordFailure(
  db: Queryable,
  id: string,
  dueAtMs: number,
  error: string,
): Promise<void> {
  await db.rows(FAIL, [id, new Date(dueAtMs), error]);
}

const EXPIRE: Statement = {
  name: 'mail-delete-finished',
  text: `delete from mail where state <> 'waiting' and finished_at < $1`,
};

/** Removes the mails that were finished before that. */
export async function mailDeleteFinished(db: Queryable, beforeMs: number): Promise<void> {
  await db.rows(EXPIRE, [new Date(beforeMs)]);
}
