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
/** Longer than writing and sending a mail, whose steps take at most 10 seconds each. */
const LEASE_MS = 5 * 60_000;
const KEPT_MS = 30 * 24 * 3600_000;

/** A rendered mail with its recipients. */
export interface WrittenMail extends MailContent {
  to: MailAddress[];
}

/**
 * Renders a mail of the outbox. @returns a mail in each language of its readers, or why it can never be sent; @throws on a
 * temporary failure
 */
export type WriteMail = (mail: ClaimedMail) => Promise<WrittenMail[] | { unsendable: string }>;

/** Dependencies of the mail sender. */
export interface MailDeps {
  db: Database;
  clock: Clock;
  logger: Logger;
  write: WriteMail;
  /** Undefined when no mail server is configured: mails are logged as not sent. */
  send: SendMail | undefined;
}

/**
 * Sends all due mails, one after the other. A crash between sending and recording sends a mail again.
 * @param isStopping checked before each mail
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
    logger.error({ ...why, ...known, again_in_ms: waitMs }, 'failed to send mail');
    if (waitMs === undefined) await recordMailFinished(db, mail.id, 'given_up', clock.now(), error);
    else await recordMailFailure(db, mail.id, clock.now() + waitMs, error);
  }
}

/**
 * The mail server rejected a mail. Its message may contain the recipient, so it is stored in the outbox but not
 * logged.
 */
class MailRejected extends Error {
  /** Fields that are safe to log. */
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

/** Returns whether the server will refuse the mail again (RFC 5321, section 4.2.1). */
const isPermanent = (err: unknown): boolean => {
  const code = (err as { responseCode?: unknown }).responseCode;
  return typeof code === 'number' && code >= 500;
};

/** Sends a mail. @returns why it can never be sent; undefined when it was sent */
async function send(deps: MailDeps, mail: ClaimedMail): Promise<string | undefined> {
  if (deps.send === undefined) return 'SMTP_URL is not set';
  const written = await deps.write(mail);
  if ('unsendable' in written) return written.unsendable;
  let [refused, rejected] = [0, 0];
  for (const [at, each] of written.entries())
    refused += await deps
      .send({ id: at === 0 ? mail.id : `${mail.id}.${at}`, ...each })
      .catch((err: unknown) => {
        // Another attempt would send the mails of the other languages again.
        if (!isPermanent(err) || ++rejected === written.length) throw new MailRejected(err);
        return each.to.length;
      });
  if (refused > 0)
    deps.logger.warn({ mail: mail.id, kind: mail.kind, refused }, 'mail server refused recipients');
  return undefined;
}

/** Interval job that sends due mails. */
export function sendMailJob(deps: MailDeps): IntervalJob {
  let isStopping = false;
  return {
    name: 'send mail',
    everyMs: EVERY_MS,
    run: () => sendMails(deps, () => isStopping),
    stopping: () => void (isStopping = true),
  };
}
