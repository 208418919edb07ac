import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import open from 'open';
import { cliRoutes } from '@commerce/console-api/routes/cli.ts';
import { CliError } from './errors.ts';
import { call } from './platform.ts';
import type { StoredSession } from './session-file.ts';

const TIMEOUT_MS = 10 * 60_000;

const randomToken = (): string => randomBytes(32).toString('base64url');

/** Opens the portal in a browser, waits for the person's consent, and opens a session (RFC 8252, 7.3). */
export async function login(url: string, openBrowser: boolean): Promise<StoredSession> {
  const [state, codeVerifier] = [randomToken(), randomToken()];
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const { code, respond } = await receiveCode(state, (port) => {
    const query = new URLSearchParams({ port: String(port), state, challenge });
    const page = `${url}/cli?${query.toString()}`;
    process.stderr.write(`Open this page to allow the command line:\n\n  ${page}\n\nWaiting…\n`);
    // Without a browser, the person opens the page.
    if (openBrowser) open(page).catch(() => undefined);
  });
  try {
    const { token, expiresAt, session } = await call({ url }, cliRoutes.start, {
      body: { code, codeVerifier },
    });
    respond(200, 'Done: go back to the terminal.');
    const { person, developers } = session;
    const webhookSecret = `whsec_${randomBytes(24).toString('base64')}`;
    return { url, token, expiresAt, email: person.email, developers, webhookSecret };
  } catch (error) {
    respond(400, 'Not signed in: go back to the terminal.');
    throw error;
  }
}

const end = (response: ServerResponse, status: number, text: string): void => {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    .end(`${text}\n`);
};

/** Receives the browser's redirect on a loopback port. */
async function receiveCode(
  state: string,
  onListening: (port: number) => void,
): Promise<{ code: string; respond: (status: number, text: string) => void }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      server.close();
      reject(new CliError('The command line was not allowed within 10 minutes.'));
    }, TIMEOUT_MS);
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1');
      const code = searchParams.get('code');
      // Anything else on this computer may call, so only the right state ends the wait.
      if (pathname !== '/callback' || code === null || searchParams.get('state') !== state)
        return end(response, 404, 'Not found.');
      clearTimeout(timer);
      server.close();
      resolve({ code, respond: (status, text) => end(response, status, text) });
    });
    onListening((server.address() as AddressInfo).port);
  });
}
