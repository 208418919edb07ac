import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ListDeveloperContactsResponse } from '@commerce/proto/commerce/auth/v1/installations.ts';
import { ConfigError } from '@commerce/service-kit/config.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { createTestDatabase, planOf, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { SMTPServer } from 'smtp-server';
import { smtpSender } from '../src/clients/smtp.ts';
import { mailSettingsOf } from '../src/config.ts';
import { disabledMail } from '../src/domain/disabled-mail.ts';
import { MAIL_WAITS_MS } from '../src/domain/mail-schedule.ts';
import { sendMails, type MailDeps } from '../src/jobs/send-mail.ts';
import { migrations } from '../src/run.ts';
import { mailClaimDue } from '../src/store/mail-claim-due.ts';
import { mailInsertDisabled } from '../src/store/mail-insert.ts';

const T0 = Date.UTC(2026, 10, 3, 12);
const facts = {
  url: 'https://app.example/hooks?a=1&b=<2>',
  failingSinceMs: T0 - 48 * 3600_000,
  disabledAtMs: T0,
  lastError: 'The receiver answered 500.',
  cancelledDeliveries: 3,
};

let database: TestDatabase;
let server: SMTPServer;
let url: string;
let taken: { to: string[]; raw: string }[];
/** What the server says of each mail. */
let refuse: Error | undefined;
let contacts: ListDeveloperContactsResponse | undefined | Error;
let nowMs: number;

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        if (refuse === undefined)
          taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        callback(refuse);
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
beforeEach(async () => {
  database = await createTestDatabase(migrations);
  [taken, refuse, nowMs] = [[], undefined, T0];
  contacts = { appName: 'Mi App', contacts: [{ name: 'Zoe', email: 'zoe@example.com' }] };
});
afterEach(() => database.drop());

const deps = (fields: Partial<MailDeps> = {}): MailDeps => ({
  db: database.db,
  clock: { now: () => nowMs },
  logger: createLogger('test', 'silent'),
  contactsOf: async () => {
    if (contacts instanceof Error) throw contacts;
    return contacts;
  },
  send: smtpSender(url, 'Commerce <no-reply@commerce.example>'),
  ...fields,
});
const leave = () => mailInsertDisabled(database.db, newId('app'), facts);
const mails = async () =>
  (
    await database.db.pool.query<{
      state: string;
      attempts: number;
      due_at: Date;
      last_error: string | null;
    }>('select state, attempts, due_at, last_error from mail order by created_at')
  ).rows;

describe('a mail', () => {
  test('goes to everybody of the developer, once', async () => {
    contacts = {
      appName: 'Mi App',
      contacts: [
        { name: 'Zoe, "la jefa"', email: 'zoe@example.com' },
        { name: 'Ana\r\nBcc: x@example.com', email: 'ana@example.com' },
      ],
    };
    await leave();
    await Promise.all([sendMails(deps()), sendMails(deps())]);
    await sendMails(deps());
    expect(taken.map(({ to }) => to)).toEqual([['zoe@example.com', 'ana@example.com']]);
    expect(taken[0]!.raw).toMatch(/^From: Commerce <no-reply@commerce\.example>\r?$/m);
    expect(taken[0]!.raw).not.toMatch(/^Bcc/m);
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('that the server refuses is tried again after growing waits, under the same id, and given up in the end', async () => {
    refuse = new Error('mailbox on fire');
    await leave();
    for (const waitMs of MAIL_WAITS_MS) {
      await sendMails(deps());
      const [mail] = await mails();
      expect([mail!.state, mail!.due_at.getTime()]).toEqual(['waiting', nowMs + waitMs]);
      expect(mail!.last_error).toMatch(/mailbox on fire/);
      nowMs += waitMs - 1;
      await sendMails(deps());
      expect((await mails())[0]!.attempts).toBe(mail!.attempts);
      nowMs += 1;
    }
    await sendMails(deps());
    expect(await mails()).toMatchObject([{ state: 'given_up', attempts: MAIL_WAITS_MS.length + 1 }]);
    expect(MAIL_WAITS_MS.toSorted((a, b) => a - b)).toEqual(MAIL_WAITS_MS);
  });

  test('waits while auth or the mail server is away, and is sent when they are back', async () => {
    await leave();
    contacts = new Error('auth is away');
    await sendMails(deps());
    contacts = { appName: 'Mi App', contacts: [{ name: 'Zoe', email: 'zoe@example.com' }] };
    nowMs += MAIL_WAITS_MS[0]!;
    await sendMails(deps({ send: smtpSender('smtp://127.0.0.1:1', 'a@example.com') }));
    nowMs += MAIL_WAITS_MS[1]!;
    await sendMails(deps());
    expect([taken.length, await mails()]).toMatchObject([1, [{ state: 'sent', attempts: 3 }]]);
  });

  test('whose sender died is sent by another', async () => {
    await leave();
    await mailClaimDue(database.db, nowMs, nowMs + 1_000);
    await sendMails(deps());
    expect(taken).toHaveLength(0);
    nowMs += 1_000;
    await sendMails(deps());
    expect(taken).toHaveLength(1);
  });

  test('is not sent without a mail server, an app or people, and that is kept', async () => {
    await leave();
    await sendMails(deps({ send: undefined }));
    await leave();
    contacts = undefined;
    await sendMails(deps());
    await leave();
    contacts = { appName: 'Mi App', contacts: [] };
    await sendMails(deps());
    expect((await mails()).map(({ state, last_error }) => `${state}: ${last_error}`).toSorted()).toEqual([
      'given_up: SMTP_URL is not set',
      'given_up: the app does not exist',
      'given_up: the developer has no people',
    ]);
    expect(taken).toEqual([]);
  });

  test('is forgotten 30 days after', async () => {
    await leave();
    await sendMails(deps());
    nowMs += 30 * 24 * 3600_000 + 1;
    await sendMails(deps());
    expect(await mails()).toEqual([]);
  });

  test('is found by an index, however many were sent', async () => {
    await leave();
    await database.db.pool.query(
      `insert into mail (app_id, kind, facts, state, due_at, created_at, finished_at)
       select app_id, kind, facts, 'sent', due_at, created_at, due_at from mail, generate_series(1, 2000)`,
    );
    await database.db.pool.query('analyze mail');
    const plan = await planOf(database.db, (db) => mailClaimDue(db, T0 - 1, T0 - 1));
    expect(plan.scans.join('\n')).toMatch(/mail_due on mail/);
  });
});

test('what it says is in Spanish and in English, as text and as HTML, and what others wrote is escaped', () => {
  const { subject, text, html } = disabledMail('<b>App\r\nBcc: x', facts);
  expect(subject).toBe(
    'El webhook de <b>App Bcc: x fue desactivado / The webhook of <b>App Bcc: x was disabled',
  );
  for (const words of [
    'Failing since: 2026-11-01 12:00 UTC',
    'Último error: The receiver answered 500.',
    facts.url,
  ])
    expect(text).toContain(words);
  expect(html).toContain('https://app.example/hooks?a=1&amp;b=&lt;2&gt;');
  expect(html).not.toContain('<b>');
});

test('a mail server without a sender is a bad configuration', () => {
  expect(() => mailSettingsOf({ SMTP_URL: url, MAIL_FROM: undefined })).toThrow(ConfigError);
  expect(mailSettingsOf({ SMTP_URL: undefined, MAIL_FROM: undefined })).toBeUndefined();
});
