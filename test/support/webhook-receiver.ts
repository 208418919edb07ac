import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A delivery as an app got it. */
export interface Received {
  /** The path that it was sent to, which tells the app. */
  path: string;
  headers: Record<string, string>;
  raw: Buffer;
  // eslint-disable-next-line typescript/no-explicit-any -- a test looks into events of every shape
  body: any;
}

/** A server at which every app of a test has a path of its own. */
export interface WebhookReceiver {
  url(path: string): string;
  /** Paths that are answered 500. */
  failing: Set<string>;
  /** What came to a path, in the order of its arrival. */
  at(path: string): Received[];
  /** Waits for the first delivery to a path, from the `from`-th on, that fits. */
  until(path: string, fits: (received: Received) => boolean, from?: number): Promise<Received>;
  close(): Promise<void>;
}

/** Where a receiver listens, and who is told of each delivery at once. */
interface Listening {
  host?: string;
  port?: number;
  onReceived?: (received: Received) => void;
}

/** Starts one on loopback, where the local stack lets deliveries go, unless told otherwise. */
export async function receiveWebhooks({
  host = '127.0.0.1',
  port: wanted = 0,
  onReceived,
}: Listening = {}): Promise<WebhookReceiver> {
  const all: Received[] = [];
  const failing = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const path = request.url!;
      const body: unknown = JSON.parse(raw.toString());
      const received = { path, headers: request.headers as Record<string, string>, raw, body };
      all.push(received);
      onReceived?.(received);
      response.writeHead(failing.has(path) ? 500 : 200).end();
    });
  });
  server.listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => all.filter((received) => received.path === path);
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    failing,
    at,
    async until(path, fits, from = 0) {
      for (const deadline = Date.now() + 30_000; ; await sleep(10)) {
        const found = at(path).slice(from).find(fits);
        if (found !== undefined) return found;
        if (Date.now() > deadline) {
          const types = at(path).map(({ body }) => `${body.type} ${body.data.id}`);
          throw new Error(`not received at ${path}; received: ${types.join(', ')}`);
        }
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The signature that the contract asks for (section 6, "Signature verification"), made anew. */
export const expectedSignature = (secret: string, { headers, raw }: Received): string =>
  `v1=${createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.`).update(raw).digest('hex')}`;
