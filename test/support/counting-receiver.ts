import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What came to a path, of as many deliveries as one likes: their bodies are not kept. */
export interface Counted {
  /** How often each event came, by its id. */
  events: Map<string, number>;
  /** The deliveries that were answered 200, and their events. */
  delivered: Map<string, string>;
  /** The most requests that were under way at once. */
  maxInFlight: number;
}

/** How a path answers: with this status, after so many ms. */
export interface Manner {
  status: number;
  afterMs: number;
}

/** A server at which every app of a test has a path of its own. */
export interface CountingReceiver {
  url(path: string): string;
  at(path: string): Counted;
  /** How paths answer that do not answer 200 at once. */
  manners: Map<string, Manner>;
  close(): Promise<void>;
}

interface EndpointState extends Counted {
  inFlight: number;
}

/** Starts one on loopback, where the local stack lets deliveries go. */
export async function countWebhooks(): Promise<CountingReceiver> {
  const states = new Map<string, EndpointState>();
  const manners: CountingReceiver['manners'] = new Map();
  const at = (path: string): EndpointState => {
    const state = states.get(path) ?? {
      events: new Map(),
      delivered: new Map(),
      maxInFlight: 0,
      inFlight: 0,
    };
    states.set(path, state);
    return state;
  };
  const server = createServer((request, response) => {
    const state = at(request.url!);
    state.maxInFlight = Math.max(state.maxInFlight, ++state.inFlight);
    const event = request.headers['x-service-event-id'] as string;
    const delivery = request.headers['x-service-delivery'] as string;
    request.resume().once('end', () => {
      state.events.set(event, (state.events.get(event) ?? 0) + 1);
      const { status, afterMs } = manners.get(request.url!) ?? { status: 200, afterMs: 0 };
      if (status === 200) state.delivered.set(delivery, event);
      void answer(response, status, afterMs);
    });
    response.once('close', () => state.inFlight--);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    at,
    manners,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(response: ServerResponse, status: number, afterMs: number): Promise<void> {
  if (afterMs > 0) await sleep(afterMs);
  response.writeHead(status).end();
}
