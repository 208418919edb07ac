import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { ConfigError } from '../src/config.ts';
import { createLogger } from '../src/logger.ts';
import { mailContent, mailTimestamp, type MailDraftContent } from '../src/mail/body.ts';
import { claimDueMail, enqueueMail } from '../src/mail/outbox.ts';
import { MAIL_WAITS_MS } from '../src/mail/schedule.ts';
import { sendMails, type MailDeps, type WrittenMail } from '../src/mail/send.ts';
import { mailSenderOf } from '../src/mail/settings.ts';
import { smtpSender } from '../src/mail/smtp.ts';
import { createTestDatabase, planOf, type TestDatabase } from '../src/testing/database.ts';
import { TestMailServer } from '../src/testing/mail.ts';

const T0 = Date.UTC(2026, 10, 3, 12);
const FROM = 'Mostrador <no-reply@commerce.example>';

let database: TestDatabase;
let server: TestMailServer;
/** Renders the mails of the test. */
let write: MailDeps['write'];
let nowMs: number;

beforeAll(async () => {
  server = await TestMailServer.start();
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = await createTestDatabase(new URL('./fixture/migrations/', import.meta.url));
  [server.received, server.refuse, server.unknownTo, nowMs] = [[], undefined, undefined, T0];
  write = async ({ recipient, facts }) => [
    {
      to: [{ name: 'Zoe, "la jefa"\r\nBcc: x@example.com', address: recipient }],
      subject: 'Hola',
      text: JSON.stringify(facts),
      html: '<p>Hola</p>',
    },
  ];
});
afterEach(() => database.drop());

const deps = (fields: Partial<MailDeps> = {}): MailDeps => ({
  db: database.db,
  clock: { now: () => nowMs },
  logger: createLogger('test', 'silent'),
  write: (mail) => write(mail),
  send: smtpSender(server.url, FROM),
  ...fields,
});
const enqueue = () =>
  enqueueMail(database.db, {
    kind: 'greeting',
    recipient: 'zoe@example.com',
    facts: { secretive: 'yes' },
    createdAtMs: T0,
  });
const mails = async () =>
  (
    await database.db.pool.query<{
      state: string;
      attempts: number;
      due_at: Date;
      last_error: string | null;
      facts: object;
    }>('select state, attempts, due_at, last_error, facts from mail_outbox order by created_at')
  ).rows;

describe('mail outbox', () => {
  test('concurrent workers send a mail once, and its template data is deleted afterwards', async () => {
    await enqueue();
    await Promise.all([sendMails(deps()), sendMails(deps())]);
    await sendMails(deps());
    expect(server.received.map(({ to }) => to)).toEqual([['zoe@example.com']]);
    expect(server.received[0]!.raw).toMatch(/^From: Mostrador <no-reply@commerce\.example>\r?$/m);
    expect(server.received[0]!.raw).not.toMatch(/^Bcc/m);
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1, facts: {} }]);
    expect(JSON.stringify(await mails())).not.toContain('secretive');
  });

  test('a refused mail is retried with growing pauses and finally given up', async () => {
    server.refuse = new Error('mailbox on fire');
    await enqueue();
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

  test('a refused mail is logged with the codes of the server and without its recipient', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    server.unknownTo = 'zoe@example.com';
    await enqueue();
    await sendMails(deps({ logger }));
    expect((await mails())[0]!.last_error).toContain('zoe@example.com');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'failed to send mail', error_code: 'EENVELOPE', response_code: 550, command: 'RCPT TO' },
    ]);
    expect(lines.join('')).not.toContain('zoe');
  });

  test('a mail in two languages is two mails with stable ids', async () => {
    const written = write;
    write = async (mail) => {
      const [content] = (await written(mail)) as [WrittenMail];
      return [content, { ...content, to: [{ name: 'Ana', address: 'ana@example.com' }], subject: 'Hello' }];
    };
    await enqueue();
    await sendMails(deps());
    write = written;
    const [{ id }] = (await database.db.pool.query<{ id: string }>('select id from mail_outbox')).rows as [
      { id: string },
    ];
    expect(server.received.map(({ to }) => to)).toEqual([['zoe@example.com'], ['ana@example.com']]);
    expect(server.received.map(({ raw }) => /^Message-ID: <([^@]+)@/m.exec(raw)![1])).toEqual([
      id,
      `${id}.1`,
    ]);
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('a mail with one refused recipient is sent to the others, and no recipient is logged', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    server.unknownTo = 'zoe@example.com';
    const written = write;
    write = async (mail) => {
      const [content] = (await written(mail)) as [WrittenMail];
      return [{ ...content, to: [...content.to, { name: 'Ana', address: 'ana@example.com' }] }];
    };
    await enqueue();
    await sendMails(deps({ logger }));
    expect(server.received.map(({ to }) => to)).toEqual([['ana@example.com']]);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ refused: 1 }]);
    expect(lines.join('')).not.toMatch(/zoe|ana@/);
  });

  test('a mail whose only recipient of a language is refused is sent once to those of the others', async () => {
    server.unknownTo = 'zoe@example.com';
    const written = write;
    write = async (mail) => {
      const [content] = (await written(mail)) as [WrittenMail];
      return [{ ...content, to: [{ name: 'Ana', address: 'ana@example.com' }] }, content];
    };
    await enqueue();
    for (const after of [0, 10, 100]) {
      nowMs = T0 + after * 60_000;
      await sendMails(deps());
    }
    expect(server.received.map(({ to }) => to)).toEqual([['ana@example.com']]);
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('a mail waits while it cannot be rendered or the mail server is down, and is sent with the same id', async () => {
    await enqueue();
    const written = write;
    write = () => Promise.reject(new Error('auth is unavailable'));
    await sendMails(deps());
    write = written;
    nowMs += MAIL_WAITS_MS[0]!;
    await sendMails(deps({ send: smtpSender('smtp://127.0.0.1:1', FROM) }));
    nowMs += MAIL_WAITS_MS[1]!;
    await sendMails(deps());
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 3 }]);
    const { rows } = await database.db.pool.query<{ id: string }>('select id from mail_outbox');
    expect(server.received[0]!.raw).toContain(`Message-ID: <${rows[0]!.id}@`);
  });

  test('a mail whose worker died is sent by another worker', async () => {
    await enqueue();
    await claimDueMail(database.db, nowMs, nowMs + 1_000);
    await sendMails(deps());
    expect(server.received).toHaveLength(0);
    nowMs += 1_000;
    await sendMails(deps());
    expect(server.received).toHaveLength(1);
  });

  test('a mail without a mail server or without recipients is recorded as given up', async () => {
    await enqueue();
    await sendMails(deps({ send: undefined }));
    write = async () => ({ unsendable: 'no recipient' });
    await enqueue();
    await sendMails(deps());
    const outcomes = (await mails()).map(({ state, last_error }) => `${state}: ${last_error}`);
    expect(outcomes.toSorted()).toEqual(['given_up: SMTP_URL is not set', 'given_up: no recipient']);
    expect(server.received).toEqual([]);
  });

  test('a finished mail is deleted after 30 days', async () => {
    await enqueue();
    await sendMails(deps());
    nowMs += 30 * 24 * 3600_000 + 1;
    await sendMails(deps());
    expect(await mails()).toEqual([]);
  });

  test('the next due mail is found through an index, however many were sent', async () => {
    await enqueue();
    await database.db.pool.query(
      `insert into mail_outbox (recipient, kind, facts, state, due_at, created_at, finished_at)
       select recipient, kind, facts, 'sent', due_at, created_at, due_at from mail_outbox, generate_series(1, 2000)`,
    );
    await database.db.pool.query('analyze mail_outbox');
    const plan = await planOf(database.db, (db) => claimDueMail(db, T0 - 1, T0 - 1));
    expect(plan.scans.join('\n')).toMatch(/mail_outbox_due on mail_outbox/);
  });
});

const CONTENT: MailDraftContent = {
  lang: 'es',
  subject: 'Hola\r\nBcc: x',
  paragraphs: ['<b>Ana</b> te invitó.'],
  facts: [
    ['Tienda', '"A" & B'],
    ['Motivo', ''],
  ],
  link: { label: 'Aceptar', url: 'https://commerce.example/x?a=1&b=2#t' },
  footnote: 'Vence en 7 días.',
  reason: 'Te escribimos porque <i>Ana</i> te invitó.',
};

test('a mail has a text and an HTML part that name the product and the reason, and user input is escaped', () => {
  const { subject, text, html } = mailContent(CONTENT);
  expect(subject).toBe('Hola Bcc: x');
  expect(text).toBe(
    'Mostrador\n\nHola Bcc: x\n\n<b>Ana</b> te invitó.\n\nTienda: "A" & B\n\nAceptar:\nhttps://commerce.example/x?a=1&b=2#t\n\nVence en 7 días.\n\n-- \nTe escribimos porque <i>Ana</i> te invitó.\n',
  );
  expect(html).toContain('>Mostrador</td>');
  expect(html).toContain('href="https://commerce.example/x?a=1&amp;b=2#t"');
  expect(html).toContain('&lt;b&gt;Ana&lt;/b&gt;');
  expect(html).toContain('&lt;i&gt;Ana&lt;/i&gt;');
  expect(html).not.toMatch(/<[bi]>/);
});

test('a mail loads nothing: the mark is drawn by markup', () => {
  const { html } = mailContent(CONTENT);
  expect(html).not.toMatch(/<img|<svg|src=|url\(|@import|<link|<script/);
});

test('a timestamp in a mail is written in the language of its reader', () => {
  expect(mailTimestamp(T0, 'es')).toBe('3 de noviembre de 2026 a las 12:00 (UTC)');
  expect(mailTimestamp(T0, 'en')).toBe('November 3, 2026 at 12:00 PM (UTC)');
});

test('a mail server without a sender address is a configuration error', () => {
  expect(() => mailSenderOf({ SMTP_URL: server.url, MAIL_FROM: undefined })).toThrow(ConfigError);
  expect(mailSenderOf({ SMTP_URL: undefined, MAIL_FROM: undefined })).toBeUndefined();
});
