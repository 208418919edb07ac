import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { IntervalJob } from '../jobs/interval.ts';
import type { Logger } from '../logger.ts';
import type { MailContent } from './body.ts';
import {
  claimDueMail,
  deleteFinishedMails,
  recordMailFailure,
  recordMailFinished,
  type ClaimedMail,
} from './outbox.ts';
import { mailWaitMs } from './schedule.ts';
import type { MailAddress, SendMail } from './smtp.ts';

const EVERY_MS = 2_000;
/** More than writing and sending take, each of whose steps has 10 seconds at most. */
const LEASE_MS = 5 * 60_000;
const KEPT_MS = 30 * 24 * 3600_000;

/** A mail as it is written when it is sent. */
export interface WrittenMail extends MailContent {
  to: MailAddress[];
}

/** Writes a mail of the outbox. @returns the mail, or why it never can be sent; @throws when it cannot be now */
export type WriteMail = (mail: ClaimedMail) => Promise<WrittenMail | { unsendable: string }>;

/** What mails are sent with. */
export interface MailDeps {
  db: Database;
  clock: Clock;
  logger: Logger;
  write: WriteMail;
  /** Undefined when no mail server is set: mails are logged as not sent. */
  send: SendMail | undefined;
}

/**
 * Sends the mails that are due, one after the other, until there are none. A crash between sending and recording sends a mail again.
 * @param isStopping asked before each
 */
export async function sendMails(deps: MailDeps, isStopping: () => boolean = () => false): Promise<void> {
  const { db, clock } = deps;
  while (!isStopping()) {
    const nowMs = clock.now();
    const mail = await claimDueMail(db, nowMs, nowMs + LEASE_MS);
    if (mail === undefined) break;
    await sendOne(deps, mail);
  }
  await deleteFinishedMails(db, clock.now() - KEPT_MS);
}

async function sendOne(deps: MailDeps, mail: ClaimedMail): Promise<void> {
  const { db, clock, logger } = deps;
  const known = { mail: mail.id, kind: mail.kind };
  try {
    const unsendable = await send(deps, mail);
    if (unsendable === undefined) return await recordMailFinished(db, mail.id, 'sent', clock.now());
    logger.warn({ ...known, reason: unsendable }, 'mail not sent');
    await recordMailFinished(db, mail.id, 'given_up', clock.now(), unsendable);
  } catch (err) {
    const waitMs = mailWaitMs(mail.attempts + 1);
    const error = err instanceof Error ? err.message.slice(0, 500) : 'unknown';
    const why = err instanceof MailRejected ? err.loggable : { err };
    logger.error({ ...why, ...known, again_in_ms: waitMs }, 'mail could not be sent');
    if (waitMs === undefined) await recordMailFinished(db, mail.id, 'given_up', clock.now(), error);
    else await recordMailFailure(db, mail.id, clock.now() + waitMs, error);
  }
}

/** The mail server did not take a mail. Its words name whom the mail is to: they stay in the outbox, where that stands anyway. */
class MailRejected extends Error {
  /** What may be logged of it. */
  readonly loggable: { error_code: unknown; response_code: unknown; command: unknown };

  constructor(err: unknown) {
    super(err instanceof Error ? err.message : 'unknown');
    const { code, responseCode, command } = err as {
      code?: unknown;
      responseCode?: unknown;
      command?: unknown;
    };
    this.loggable = { error_code: code, response_code: responseCode, command };
  }
}

/** Sends it. @returns why it can never be sent, undefined when it was */
async function send(deps: MailDeps, mail: ClaimedMail): Promise<string | undefined> {
  if (deps.send === undefined) return 'SMTP_URL is not set';
  const written = await deps.write(mail);
  if ('unsendable' in written) return written.unsendable;
  const refused = await deps.send({ id: mail.id, ...written }).catch((err: unknown) => {
    throw new MailRejected(err);
  });
  if (refused > 0)
    deps.logger.warn({ mail: mail.id, kind: mail.kind, refused }, 'addresses of a mail were refused');
  return undefined;
}

/** Sends mails, again and again. */
export function sendMailJob(deps: MailDeps): IntervalJob {
  let isStopping = false;
  return {
    name: 'send mail',
    everyMs: EVERY_MS,
    run: () => sendMails(deps, () => isStopping),
    stopping: () => void (isStopping = true),
  };
}
