import type { Queryable } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** A mail to enqueue. */
export interface MailDraft {
  /** Kind of mail: selects the template when it is sent. */
  kind: string;
  /** Recipient, in the form that the kind defines: an id or an address. */
  recipient: string;
  /** Template data of the kind. Must not contain secrets: stored in plaintext until the mail has been sent. */
  facts: object;
  createdAtMs: number;
}

const INSERT = statement(
  'mail-insert',
  `insert into mail_outbox (recipient, kind, facts, due_at, created_at) values ($1, $2, $3, $4, $4)`,
);

/** Enqueues a mail in the transaction of the change that it reports. */
export async function enqueueMail(
  tx: Queryable,
  { recipient, kind, facts, createdAtMs }: MailDraft,
): Promise<void> {
  await tx.rows(INSERT, [recipient, kind, facts, new Date(createdAtMs)]);
}

/** A mail leased by a worker. */
export interface ClaimedMail {
  id: string;
  recipient: string;
  kind: string;
  facts: unknown;
  /** Number of earlier attempts. */
  attempts: number;
  created_at: Date;
}

const CLAIM = statement(
  'mail-claim-due',
  `update mail_outbox set due_at = $2
    where id = (select id from mail_outbox where state = 'waiting' and due_at <= $1
      order by due_at limit 1 for update skip locked)
    returning id, recipient, kind, facts, attempts, created_at`,
);

/** Leases the mail that has been due longest. @param leasedUntilMs when it is due again for any worker */
export async function claimDueMail(
  db: Queryable,
  nowMs: number,
  leasedUntilMs: number,
): Promise<ClaimedMail | undefined> {
  const [mail] = await db.rows<ClaimedMail>(CLAIM, [new Date(nowMs), new Date(leasedUntilMs)]);
  return mail;
}

const FINISH = statement(
  'mail-record-finished',
  `update mail_outbox set state = $2, facts = '{}', attempts = attempts + 1, finished_at = $3, last_error = $4
    where id = $1 and state = 'waiting'`,
);

/** Records that a mail was sent or given up. @param error the reason when given up */
export async function recordMailFinished(
  db: Queryable,
  id: string,
  state: 'sent' | 'given_up',
  nowMs: number,
  error?: string,
): Promise<void> {
  await db.rows(FINISH, [id, state, new Date(nowMs), error ?? null]);
}

const FAIL = statement(
  'mail-record-failure',
  `update mail_outbox set attempts = attempts + 1, due_at = $2, last_error = $3 where id = $1 and state = 'waiting'`,
);

/** Records a failed attempt and the time of the next. */
export async function recordMailFailure(
  db: Queryable,
  id: string,
  dueAtMs: number,
  error: string,
): Promise<void> {
  await db.rows(FAIL, [id, new Date(dueAtMs), error]);
}

const EXPIRE = statement(
  'mail-delete-finished',
  `delete from mail_outbox where state <> 'waiting' and finished_at < $1`,
);

/** Deletes mails finished before a time. */
export async function deleteFinishedMails(db: Queryable, beforeMs: number): Promise<void> {
  await db.rows(EXPIRE, [new Date(beforeMs)]);
}
