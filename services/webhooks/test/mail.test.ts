import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Fault } from '@commerce/service-kit/fault.ts';
import { claimDueMail, type ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { disabledMail, WEBHOOK_DISABLED } from '../src/domain/disabled-mail.ts';
import { writeMail } from '../src/jobs/write-mail.ts';
import definition from '../src/main.ts';

const T0 = Date.UTC(2026, 10, 3, 12);
const facts = {
  url: 'https://app.example/hooks?a=1&b=<2>',
  failingSinceMs: T0 - 48 * 3600_000,
  disabledAtMs: T0,
  lastError: 'The receiver answered 500.',
  cancelledDeliveries: 3,
};
const mail: ClaimedMail = {
  id: 'mail',
  recipient: 'app_1',
  kind: WEBHOOK_DISABLED,
  facts,
  attempts: 0,
  created_at: new Date(T0),
};

describe('the mail of a disabled webhook', () => {
  test('goes to everybody of the developer', async () => {
    const contacts = [
      { name: 'Zoe', email: 'zoe@example.com' },
      { name: 'Ana', email: 'ana@example.com' },
    ];
    const written = await writeMail(async () => ({ appName: 'Mi App', contacts }))(mail);
    expect(written).toMatchObject({
      to: [
        { name: 'Zoe', address: 'zoe@example.com' },
        { name: 'Ana', address: 'ana@example.com' },
      ],
      subject: 'El webhook de Mi App fue desactivado / The webhook of Mi App was disabled',
    });
  });

  test('is not sent without an app or people, and waits while auth is away', async () => {
    expect(await writeMail(async () => undefined)(mail)).toEqual({ unsendable: 'the app does not exist' });
    expect(await writeMail(async () => ({ appName: 'Mi App', contacts: [] }))(mail)).toEqual({
      unsendable: 'the developer has no people',
    });
    const away = writeMail(() => Promise.reject(new Fault('unavailable', 'Away.')))(mail);
    await expect(away).rejects.toThrow('Away.');
  });

  test('is in Spanish and in English, as text and as HTML, and what others wrote is escaped', () => {
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
});

describe('a process of the version before, which knows the table mail', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(definition.migrations);
  });
  afterAll(() => database.drop());

  test('leaves mails that are sent, and takes them', async () => {
    const { pool } = database.db;
    const leave = `insert into mail (app_id, kind, facts, due_at, created_at) values ($1, 'webhook_disabled', $2, $3, $3)`;
    await pool.query(leave, ['app_1', facts, new Date(T0)]);
    const taken = await claimDueMail(database.db, T0, T0 + 1_000);
    expect(taken).toMatchObject({ recipient: 'app_1', kind: WEBHOOK_DISABLED, facts, attempts: 0 });
    const { rows } = await pool.query<{ app_id: string }>(
      `update mail set due_at = $2 where id = (select id from mail where state = 'waiting' and due_at <= $1
        order by due_at limit 1 for update skip locked) returning id, app_id, facts, attempts`,
      [new Date(T0 + 1_000), new Date(T0 + 2_000)],
    );
    expect(rows).toMatchObject([{ app_id: 'app_1', facts }]);
  });
});
