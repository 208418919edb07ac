import { randomUUID } from 'node:crypto';
import { AppClient } from '../support/install-app.ts';
import { allScopes, newApp } from '../support/new-app.ts';
import { platform, type DemoApp } from '../support/platform.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';
import { Api, type Bearer } from './api.ts';
import { Choices } from './random.ts';
import { startReceiver, type Manner, type Receiver } from './receiver.ts';
import { addEndpoint } from '../support/webhook-endpoint.ts';

/** Types that the endpoints subscribe to. */
export const EVENT_TYPES = [
  'product.created',
  'product.updated',
  'product.deleted',
  'stock.changed',
  'order.created',
  'order.updated',
  'order.paid',
  'order.cancelled',
  'customer.created',
  'customer.updated',
];

/** An app that is installed throughout, with an endpoint if it has a manner. */
export interface Installed {
  app: DemoApp;
  api: Api;
  bearer: Bearer;
  refreshToken: string;
  storeId: string;
  /** Path of its endpoint. */
  path: string;
}

/** Stores and apps of the load: a busy store and another one. */
export interface World {
  seed: number;
  /** URL of the gateway that issues tokens. */
  issuer: string;
  gateways: readonly string[];
  store: StockedStore;
  other: StockedStore;
  receiver: Receiver;
  /** Writes, and has an endpoint that must not receive what it writes. */
  writer: Installed;
  /** Apps with endpoints on the busy store. */
  subscribers: Installed[];
  /** An app with an endpoint on the other store. */
  outsider: Installed;
  /** Refreshes its tokens. */
  refresher: Installed;
  /** Reads only. */
  reader: Installed;
  /** On a store whose plan admits 120 requests per minute. */
  limited: Installed;
  /** When all of them were installed; earlier events are not delivered to them. */
  sinceMs: number;
  /** Products whose stock changes by adjustments only. */
  counted: string[];
  /** Products that are sold. */
  sold: string[];
  /** Customer of the busy store with a credit account. */
  buyer: string;
}

const MANNERS: Record<string, Manner> = {
  '/good': 'good',
  '/slow': 'slow',
  '/failing': 'failing',
  '/hanging': 'hanging',
};
const PRICE = 1_000;
/** Price of a counted product at the start, in centavos. */
export const COUNTED_CENTAVOS = 100 * PRICE;
const STOCK = 100_000;

/** Creates stores, apps and products. */
export async function createWorld(seed: number, issuer: string): Promise<World> {
  const { gateways } = platform();
  const store = await newStockedStore(gateways[0]);
  const other = await newStockedStore(gateways[0]);
  const receiver = await startReceiver(MANNERS);
  const install = (owner: TestStore, path: string) => installApp({ seed, issuer, owner, path, receiver });
  const writer = await install(store, '/writer');
  const subscribers: Installed[] = [];
  for (const path of Object.keys(MANNERS)) subscribers.push(await install(store, path));
  const outsider = await install(other, '/outsider');
  const reader = await install(store, '');
  const refresher = await install(store, '');
  const limited = await install(await newStore('demo'), '');
  const sinceMs = Date.now();
  const create = async (shop: string, onHand: number) => {
    const body = { name: `Producto ${randomUUID()}` };
    const { id } = (await writer.api.answered({ method: 'POST', path: '/products', body })).body.data;
    await writer.api.answered({ method: 'PATCH', path: `/products/${id}`, body: { visibility: 'PUBLIC' } });
    await writer.api.answered({ method: 'PUT', path: `/prices/${id}`, body: { price: PRICE } });
    if (onHand > 0)
      await writer.api.answered({
        method: 'POST',
        path: '/stock/adjustments',
        key: randomUUID(),
        body: { shop, product: id, delta: onHand },
      });
    return id as string;
  };
  const counted: string[] = [];
  const sold: string[] = [];
  for (let n = 0; n < 4; n++) {
    counted.push(await create(store.shops[0], 0));
    sold.push(await create(store.shops[0], STOCK));
  }
  const body = { name: 'Cuenta Corriente' };
  const buyer = await writer.api.answered({ method: 'POST', path: '/customers', key: randomUUID(), body });
  return {
    seed,
    issuer,
    gateways,
    store,
    other,
    receiver,
    writer,
    subscribers,
    outsider,
    refresher,
    reader,
    limited,
    sinceMs,
    counted,
    sold,
    buyer: buyer.body.data.id,
  };
}

interface Installing {
  seed: number;
  issuer: string;
  owner: TestStore;
  /** Empty for none. */
  path: string;
  receiver: Receiver;
}

async function installApp({ seed, issuer, owner, path, receiver }: Installing): Promise<Installed> {
  const app = await newApp(allScopes());
  if (path !== '') await addEndpoint(app.client_id, receiver.url(path), EVENT_TYPES);
  const tokens = await new AppClient(issuer, app).install(owner.owner);
  const bearer = { token: tokens.access_token };
  const api = new Api(platform().gateways, bearer, new Choices(seed, `api ${path}`));
  return { app, api, bearer, refreshToken: tokens.refresh_token, storeId: owner.id, path };
}
