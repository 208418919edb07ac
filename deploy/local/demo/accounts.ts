import { typeIdAt } from './ids.ts';
import { makeStream } from './random.ts';
import type { AppRecord, DeveloperRecord, PersonRecord } from './records.ts';
import { DAY_MS } from './timeline.ts';

/** The twelve scopes. */
export const allScopes: readonly string[] = [
  ...['shops', 'products', 'prices', 'stock', 'orders', 'customers', 'costs'].map((name) => `read_${name}`),
  ...['products', 'prices', 'stock', 'orders', 'customers'].map((name) => `write_${name}`),
];

/** Every event type of the contract's section 6, the mandatory ones and the ping included. */
export const allEventTypes: readonly string[] = [
  'order.created',
  'order.updated',
  'order.paid',
  'order.cancelled',
  'product.created',
  'product.updated',
  'product.deleted',
  'products.bulk_updated',
  'stock.changed',
  'customer.created',
  'customer.updated',
  'app.uninstalled',
  'store.redact',
  'customers.redact',
  'customers.data_request',
  'ping',
];

/** People and apps outside the stores. */
export interface Accounts {
  developer: DeveloperRecord;
  platformStaff: PersonRecord;
  apps: AppRecord[];
}

const appSeeds = [
  {
    name: 'Sincronizador Total',
    port: 4401,
    scopes: allScopes,
    webhookUrl: 'http://127.0.0.1:4400/webhooks',
    eventTypes: allEventTypes,
  },
  {
    name: 'Vidriera Digital',
    port: 4402,
    scopes: ['read_products', 'read_stock'],
    // An app cannot be published without one; no server listens here, and it subscribes to no events.
    webhookUrl: 'http://127.0.0.1:4402/webhooks',
    eventTypes: [],
  },
];

/** The developer with two apps, and the platform's staff. */
export function makeAccounts(seed: string, now: number): Accounts {
  const stream = makeStream(seed, 'accounts');
  const createdAtMs = now - 400 * DAY_MS;
  const developerId = typeIdAt('dev', createdAtMs, 0, stream(0));
  const developer: DeveloperRecord = {
    id: developerId,
    name: 'Integraciones del Plata',
    person: {
      id: typeIdAt('per', createdAtMs, 0, stream(1)),
      email: 'desarrollo@example.com',
      name: 'Camila Goñi',
      password: 'integraciones-2026',
    },
  };
  const platformStaff: PersonRecord = {
    id: typeIdAt('per', createdAtMs, 1, stream(2)),
    email: 'plataforma@example.com',
    name: 'Ezequiel Bianchi',
    password: 'plataforma-2026',
  };
  const apps = appSeeds.map((app, at) => ({
    id: typeIdAt('app', createdAtMs + DAY_MS, at, stream(10 + at)),
    developerId,
    name: app.name,
    redirectUris: [`http://127.0.0.1:${app.port}/callback`],
    scopes: [...app.scopes],
    webhookUrl: app.webhookUrl,
    eventTypes: [...app.eventTypes],
    createdAtMs: createdAtMs + DAY_MS,
  }));
  return { developer, platformStaff, apps };
}
