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
  test('the mail of a disabled webhook is sent to all contacts of the developer', async () => {
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

  test('the mail of a disabled webhook is not sent without an app or contacts, and is retried while auth is down', async () => {
    expect(await writeMail(async () => undefined)(mail)).toEqual({ unsendable: 'the app does not exist' });
    expect(await writeMail(async () => ({ appName: 'Mi App', contacts: [] }))(mail)).toEqual({
      unsendable: 'the developer has no people',
    });
    const unavailable = writeMail(() => Promise.reject(new Fault('unavailable', 'Down.')))(mail);
    await expect(unavailable).rejects.toThrow('Down.');
  });

  test('the mail of a disabled webhook is in Spanish and English, as text and HTML, and escapes content of others', () => {
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
