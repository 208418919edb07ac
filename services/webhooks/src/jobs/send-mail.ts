import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import type { ContactsOf } from '../clients/contacts.ts';
import type { SendMail } from '../clients/smtp.ts';
import { daysBefore, KEPT_DAYS } from '../domain/day.ts';
import { disabledMail } from '../domain/disabled-mail.ts';
import { mailWaitMs } from '../domain/mail-schedule.ts';
import { mailClaimDue, type ClaimedMail } from '../store/mail-claim-due.ts';
import { mailDeleteFinished, mailRecordFailure, mailRecordFinished } from '../store/mail-record.ts';

const EVERY_MS = 5_000;
/** More than asking and sending take, each of whose steps has 10 seconds at most. */
const LEASE_MS = 5 * 60_000;

/** What mails are sent with. */
export interface MailDeps {
  db: Database;
  clock: Clock;
  logger: Logger;
  contactsOf: ContactsOf;
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
    const mail = await mailClaimDue(db, nowMs, nowMs + LEASE_MS);
    if (mail === undefined) break;
    await sendOne(deps, mail);
  }
  await mailDeleteFinished(db, daysBefore(clock.now(), KEPT_DAYS));
}

async function sendOne(deps: MailDeps, mail: ClaimedMail): Promise<void> {
  const { db, clock, logger } = deps;
  const known = { mail: mail.id, app_id: mail.app_id };
  try {
    const unsendable = await send(deps, mail);
    if (unsendable === undefined) return await mailRecordFinished(db, mail.id, 'sent', clock.now());
    logger.warn({ ...known, reason: unsendable }, 'mail not sent');
    await mailRecordFinished(db, mail.id, 'given_up', clock.now(), unsendable);
  } catch (err) {
    const waitMs = mailWaitMs(mail.attempts + 1);
    const error = err instanceof Error ? err.message.slice(0, 500) : 'unknown';
    logger.error({ err, ...known, again_in_ms: waitMs }, 'mail could not be sent');
    if (waitMs === undefined) await mailRecordFinished(db, mail.id, 'given_up', clock.now(), error);
    else await mailRecordFailure(db, mail.id, clock.now() + waitMs, error);
  }
}

/** Sends it. @returns why it can never be sent, undefined when it was */
async function send(deps: MailDeps, { id, app_id, facts }: ClaimedMail): Promise<string | undefined> {
  if (deps.send === undefined) return 'SMTP_URL is not set';
  const found = await deps.contactsOf(app_id);
  if (found === undefined) return 'the app does not exist';
  if (found.contacts.length === 0) return 'the developer has no people';
  const to = found.contacts.map(({ name, email }) => ({ name, address: email }));
  const refused = await deps.send({ id, to, ...disabledMail(found.appName, facts) });
  if (refused > 0) deps.logger.warn({ mail: id, app_id, refused }, 'addresses of a mail were refused');
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
