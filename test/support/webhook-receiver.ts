import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@commerce/service-kit/testing/until.ts';

/** A delivery as an app received it. */
export interface Received {
  /** The path that it was sent to, which identifies the app. */
  path: string;
  headers: Record<string, string>;
  raw: Buffer;
  // eslint-disable-next-line typescript/no-explicit-any -- tests inspect events of every shape
  body: any;
}

/** A server with a separate path for each app of a test. */
export interface WebhookReceiver {
  url(path: string): string;
  /** Paths that are answered 500. */
  failing: Set<string>;
  /** Deliveries to a path, in order of arrival. */
  at(path: string): Received[];
  /** Waits for the first matching delivery to a path, starting at index `from`. */
  until(path: string, fits: (received: Received) => boolean, from?: number): Promise<Received>;
  close(): Promise<void>;
}

/** Address of a receiver, and a callback for each delivery. */
interface Listening {
  host?: string;
  port?: number;
  onReceived?: (received: Received) => void;
}

/** Starts a receiver, by default on loopback, which the local stack allows as a webhook target. */
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
    until: (path, fits, from = 0) =>
      until(
        () => at(path).slice(from).find(fits),
        () => `a delivery to ${path}; received: ${JSON.stringify(at(path).map(({ body }) => body))}`,
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Expected signature by the contract (section 6, "Signature verification"). */
export const expectedSignature = (secret: string, { headers, raw }: Received): string =>
  `v1=${createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.`).update(raw).digest('hex')}`;
