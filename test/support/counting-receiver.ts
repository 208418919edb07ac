import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Counters of the deliveries to a path; bodies are not kept, so the number of deliveries is unlimited. */
export interface DeliveryCounts {
  /** Number of deliveries by event id. */
  events: Map<string, number>;
  /** Event ids of the deliveries that were answered 200, by delivery id. */
  delivered: Map<string, string>;
  /** Maximum number of concurrent requests. */
  maxInFlight: number;
}

/** Behavior of a path: status and delay in ms. */
export interface PathBehavior {
  status: number;
  afterMs: number;
}

/** A server with a separate path for each app of a test. */
export interface CountingReceiver {
  url(path: string): string;
  at(path: string): DeliveryCounts;
  /** Behavior of paths that do not respond 200 immediately. */
  behaviors: Map<string, PathBehavior>;
  close(): Promise<void>;
}

interface EndpointState extends DeliveryCounts {
  inFlight: number;
}

/** Starts a receiver on loopback, which the local stack allows as a webhook target. */
export async function countWebhooks(): Promise<CountingReceiver> {
  const states = new Map<string, EndpointState>();
  const behaviors: CountingReceiver['behaviors'] = new Map();
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
      const { status, afterMs } = behaviors.get(request.url!) ?? { status: 200, afterMs: 0 };
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
    behaviors,
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
