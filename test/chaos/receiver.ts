import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How an endpoint answers: at once, after a while, with 500 mostly, or not at all. */
export type Manner = 'good' | 'slow' | 'failing' | 'hanging';

/** A delivery that arrived. */
export interface Arrived {
  eventId: string;
  type: string;
  raw: string;
}

/** Receiver of the webhooks of a campaign, with a path for each endpoint. */
export interface Receiver {
  url(path: string): string;
  at(path: string): Arrived[];
  /** From now on every endpoint answers 200 at once. */
  recover(): void;
  close(): void;
}

const SLOW_MS = 400;
const FAILING_ONE_IN = 4;

/** Starts it. @param manners of the paths */
export async function startReceiver(manners: Record<string, Manner>): Promise<Receiver> {
  const arrived = new Map<string, Arrived[]>();
  const at = (path: string) => arrived.get(path) ?? [];
  let hasRecovered = false;
  let count = 0;
  const answer = (response: ServerResponse, manner: Manner) => {
    if (manner === 'hanging') return;
    const status = manner === 'failing' && ++count % FAILING_ONE_IN > 0 ? 500 : 200;
    setTimeout(() => response.writeHead(status).end(), manner === 'slow' ? SLOW_MS : 0);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      const { type } = JSON.parse(raw) as { type: string };
      const eventId = request.headers['x-service-event-id'] as string;
      const list = at(request.url!);
      list.push({ eventId, type, raw });
      arrived.set(request.url!, list);
      answer(response, hasRecovered ? 'good' : (manners[request.url!] ?? 'good'));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    at,
    recover: () => (hasRecovered = true),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
