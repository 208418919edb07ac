import { describe, expect, test } from 'vitest';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import { disabledMail, WEBHOOK_DISABLED } from '../src/domain/disabled-mail.ts';
import { writeMail } from '../src/use-cases/write-mail.ts';

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

describe('mail of a disabled webhook', () => {
  test('the mail of a disabled webhook is sent to all contacts of the developer, each in their language', async () => {
    const contacts = [
      { name: 'Zoe', email: 'zoe@example.com', language: 'es' },
      { name: 'Bob', email: 'bob@example.com', language: 'en' },
      { name: 'Ana', email: 'ana@example.com', language: 'es' },
    ];
    const written = await writeMail(async () => ({ appName: 'Mi App', contacts }))(mail);
    expect(written).toMatchObject([
      {
        to: [
          { name: 'Zoe', address: 'zoe@example.com' },
          { name: 'Ana', address: 'ana@example.com' },
        ],
        subject: 'Mostrador desactivó el webhook de Mi App',
      },
      {
        to: [{ name: 'Bob', address: 'bob@example.com' }],
        subject: 'Mostrador disabled the webhook of Mi App',
      },
    ]);
  });

  test('the mail of a disabled webhook is not sent without an app or contacts, and is retried while auth is down', async () => {
    expect(await writeMail(async () => undefined)(mail)).toEqual({ unsendable: 'the app does not exist' });
    expect(await writeMail(async () => ({ appName: 'Mi App', contacts: [] }))(mail)).toEqual({
      unsendable: 'the developer has no people',
    });
    const unavailable = writeMail(() => Promise.reject(new Fault('unavailable', 'Down.')))(mail);
    await expect(unavailable).rejects.toThrow('Down.');
  });

  test('the mail of a disabled webhook gives a large number of cancelled deliveries as a minimum', () => {
    const many = { ...facts, cancelledDeliveries: 10_000 };
    expect(disabledMail('es', 'Mi App', many).text).toContain('Entregas canceladas: 10000 o más');
    expect(disabledMail('en', 'Mi App', many).text).toContain('Cancelled deliveries: 10000 or more');
  });

  test.each([
    [
      'es',
      'Mostrador desactivó el webhook de <b>App Bcc: x',
      'Falla desde: 1 de noviembre de 2026 a las 12:00 (UTC)',
    ],
    [
      'en',
      'Mostrador disabled the webhook of <b>App Bcc: x',
      'Failing since: November 1, 2026 at 12:00 PM (UTC)',
    ],
  ] as const)('the mail of a disabled webhook in %s escapes content of others', (language, title, since) => {
    const { subject, text, html } = disabledMail(language, '<b>App\r\nBcc: x', facts);
    expect(subject).toBe(title);
    for (const words of [since, 'The receiver answered 500.', facts.url]) expect(text).toContain(words);
    expect(html).toContain('https://app.example/hooks?a=1&amp;b=&lt;2&gt;');
    expect(html).not.toContain('<b>');
  });
});
