import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { escapeHtml } from '@commerce/service-kit/html.ts';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { PortTaken } from './ports.ts';

const KEPT_MAILS = 200;
const MAX_MAIL_BYTES = 256 * 1024;

/** The mail server of a local stack. */
export interface MailServer {
  /** URL that services send mail to. */
  smtpUrl: string;
  /** URL of the page that shows the mail. */
  pageUrl: string;
  stop(): Promise<void>;
}

/** Accepts mail for any recipient, keeps the last 200 in memory, and shows them on a page; on loopback only. */
export async function startMailServer(ports: { smtp: number; http: number }): Promise<MailServer> {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_MAIL_BYTES,
    // Do not wait for clients that stay connected.
    closeTimeout: 1_000,
    onData: (stream, _session, callback) => {
      read(stream).then((mail) => {
        mails.push(mail);
        if (mails.length > KEPT_MAILS) mails.shift();
        callback();
      }, callback);
    },
  });
  // A client that disconnects must not end the stack.
  smtp.on('error', () => undefined);
  const http = createServer((request, response) => show(request, response, mails));
  try {
    smtp.listen(ports.smtp, '127.0.0.1');
    await once(smtp.server, 'listening');
    http.listen(ports.http, '127.0.0.1');
    await once(http, 'listening');
  } catch (error) {
    await closeAll(smtp, http);
    const { code, port } = error as NodeJS.ErrnoException & { port?: number };
    throw code === 'EADDRINUSE' && port !== undefined ? new PortTaken(port) : error;
  }
  return {
    smtpUrl: `smtp://127.0.0.1:${ports.smtp}`,
    pageUrl: `http://127.0.0.1:${ports.http}/`,
    stop: () => closeAll(smtp, http),
  };
}

async function closeAll(smtp: SMTPServer, http: ReturnType<typeof createServer>): Promise<void> {
  http.closeAllConnections();
  await Promise.all([
    new Promise<void>((resolve) => http.close(() => resolve())),
    new Promise<void>((resolve) => smtp.close(() => resolve())),
  ]);
}

/** Renders a mail, with all content escaped. */
async function read(stream: Readable): Promise<string> {
  const { from, to = [], subject = '', text = '', html } = await simpleParser(stream);
  const recipients = [to].flat().map((address) => address.text);
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>${new Date().toISOString()}<br>From: ${escapeHtml(from?.text ?? '')}<br>To: ${escapeHtml(recipients.join(', '))}</p>
<pre>${escapeHtml(text)}</pre>
<details><summary>HTML</summary><pre>${escapeHtml(html || '')}</pre></details>
</article>`;
}

function show(request: IncomingMessage, response: ServerResponse, mails: readonly string[]): void {
  if (request.method !== 'GET' || request.url !== '/') return void response.writeHead(404).end();
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .end(mailPage(mails));
}

/** Renders the page of mails, newest first. */
const mailPage = (mails: readonly string[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Mails of the local stack</title></head>
<body>
<h1>Mails of the local stack</h1>
${mails.toReversed().join('\n') || '<p>No mail so far.</p>'}
</body>
</html>
`;
