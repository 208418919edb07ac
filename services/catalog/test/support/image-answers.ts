import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestCa } from '@commerce/service-kit/testing/ca.ts';

/** Answers a request for an image. */
export type Answer = (req: IncomingMessage, res: ServerResponse) => void;

/** Sends a file under a wrong type. */
export const sends =
  (body: Buffer): Answer =>
  (_req, res) =>
    void res.writeHead(200, { 'content-type': 'text/plain' }).end(body);
/** Redirects to another place. */
export const redirects =
  (location: string): Answer =>
  (_req, res) =>
    void res.writeHead(302, { location }).end('elsewhere');

/** Sends as much as the other side reads. */
export function endless(res: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024);
  const write = (): void => {
    while (!res.destroyed && res.write(chunk));
  };
  res.on('drain', write);
  write();
}

/**
 * Starts an HTTPS server.
 * @param answers by path; other paths do not exist
 * @param requests receives the path of each request
 */
export async function answering(
  { key, cert }: TestCa,
  answers: ReadonlyMap<string, Answer>,
  requests: string[],
): Promise<{ server: Server; base: string }> {
  const server = createServer({ key, cert }, (req, res) => {
    requests.push(req.url!);
    const answer = answers.get(req.url!);
    if (answer === undefined) res.writeHead(404).end();
    else answer(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, base: `https://localhost:${(server.address() as AddressInfo).port}` };
}
