import { randomUUID } from 'node:crypto';
import { oneOf, random } from '@commerce/service-kit/testing/random.ts';
import type { Answer } from './api.ts';
import { AppClient } from './install-app.ts';
import { newApp } from './new-app.ts';
import { platform } from './platform.ts';
import { WritingClient } from './writes.ts';

/** One requested adjustment and its response. */
export interface Adjustment {
  client: WritingClient;
  key: string;
  body: { shop: string; product: string; delta: number };
  answer: Answer;
}

/** Clients of several apps on one store, each with its own quota. */
export async function manyClients(
  count: number,
  owner = platform().demo.stores[1].owner,
): Promise<WritingClient[]> {
  const { gateways } = platform();
  const clients: WritingClient[] = [];
  for (let n = 0; n < count; n++) {
    const app = new AppClient(gateways[0], await newApp());
    clients.push(new WritingClient(gateways[n % 2]!, (await app.install(owner)).access_token));
  }
  return clients;
}

/**
 * Makes the given number of adjustments of random sizes, each with a key and repeated until it is answered;
 * every client has several in flight, as apps do.
 */
export async function adjust(
  clients: WritingClient[],
  shop: string,
  products: string[],
  count: number,
  perClient = 3,
): Promise<Adjustment[]> {
  const done: Adjustment[] = [];
  let left = count;
  const work = async (client: WritingClient): Promise<void> => {
    while (left-- > 0) {
      const product = oneOf(products);
      const body = { shop, product, delta: 1 + Math.floor(random() * 5) };
      const key = randomUUID();
      const answer = await client.untilAnswered('POST', '/stock/adjustments', { key, body });
      done.push({ client, key, body, answer });
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: perClient }, () => work(client))));
  return done;
}
