import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpSender } from '@commerce/service-kit/mail/smtp.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { choosePorts } from '../local/ports.ts';
import { startMailServer, type MailServer } from '../local/mail-server.ts';

let server: MailServer;

beforeAll(async () => {
  server = await startMailServer((await choosePorts({}, 'random')).mail);
});
afterAll(() => server.stop());

const send = (subject: string, text = 'text', html = '<p>html</p>') =>
  smtpSender(
    server.smtpUrl,
    'Mostrador <no-reply@commerce.localhost>',
  )({
    id: subject,
    to: [{ name: 'Ana Ñandú', address: 'ana@example.com' }],
    subject,
    text,
    html,
  });
const page = async () => (await fetch(server.pageUrl)).text();

test('a mail is shown with its content escaped', async () => {
  expect(await page()).toContain('No mail so far.');
  await send('<script>alert(1)</script> año', '</pre><img src=x>', '<b onclick="x">hola</b>');
  const html = await page();
  expect(html).toContain('<h2>&lt;script&gt;alert(1)&lt;/script&gt; año</h2>');
  expect(html).toContain('ana@example.com');
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;hola&lt;/b&gt;');
  expect(html).not.toMatch(/<script|<img|<b /);
});

test('the page blocks scripts and is served at a single path', async () => {
  const { headers } = await fetch(server.pageUrl);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect((await fetch(`${server.pageUrl}other`)).status).toBe(404);
  expect((await fetch(server.pageUrl, { method: 'POST' })).status).toBe(404);
});

test('a client that disconnects does not stop the server', async () => {
  const socket = connect(Number(new URL(server.smtpUrl).port), '127.0.0.1');
  await once(socket, 'data');
  socket.write('EHLO x\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.com>\r\nDATA\r\nSubject: half');
  await once(socket, 'data');
  socket.resetAndDestroy();
  await send('afterwards');
  expect(await page()).toContain('<h2>afterwards</h2>');
});

longTest('the last 200 mails are kept', async () => {
  await send('mail 1.');
  for (let n = 2; n < 200; n += 18)
    await Promise.all(Array.from({ length: 18 }, (_, more) => send(`mail ${n + more}.`)));
  for (const subject of ['mail 200.', 'mail 201.']) await send(subject);
  const html = await page();
  expect(html.match(/<article>/g)).toHaveLength(200);
  expect(html).not.toContain('<h2>mail 1.</h2>');
  expect(html.indexOf('mail 201.')).toBeLessThan(html.indexOf('mail 200.'));
});
