import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Nats, NatsSettings } from '../src/events/nats.ts';
import { partitionNumbers } from '../src/events/partitions.ts';
import { natsPermissionsOf } from '../src/events/permissions.ts';
import { createLogger } from '../src/logger.ts';
import { connectTo } from '../src/testing/nats.ts';
import { CertificateFolder, newAuthority, newCertificate } from './support/certificates.ts';
import { until } from '../src/testing/until.ts';
import { TestMessaging } from './support/messaging.ts';

const SOURCES: Record<string, string[]> = {
  orders: [],
  customers: [],
  catalog: [],
  webhooks: ['orders', 'catalog'],
};
const seeds = new Map<string, Uint8Array>();
const connections: Nats[] = [];

let server: CertificateFolder;
let otherAuthority: CertificateFolder;
let messaging: TestMessaging;

beforeAll(async () => {
  const authority = await newAuthority();
  server = await CertificateFolder.of(await newCertificate(authority, { dns: ['localhost'] }), authority);
  const other = await newAuthority();
  otherAuthority = await CertificateFolder.of(await newCertificate(other, {}), other);
  const users = Object.entries(SOURCES).map(([service, sources]) => userOf(service, sources));
  await Promise.all([...seeds].map(([service, seed]) => writeFile(seedFile(service), seed)));
  messaging = await TestMessaging.start(configWith(users), securityOf);
});

afterAll(async () => {
  for (const connection of connections) await connection.close();
  await messaging?.stop();
  await server?.remove();
  await otherAuthority?.remove();
});

/** A user of the server's configuration. The seed of its new key is kept. */
function userOf(service: string, sources: string[]) {
  const key = nkeys.createUser();
  seeds.set(service, key.getSeed());
  const { publish, subscribe } = natsPermissionsOf(service, sources);
  const permissions = { publish: { allow: publish }, subscribe: { allow: subscribe } };
  return { nkey: key.getPublicKey(), permissions };
}

const configWith = (users: unknown[]) =>
  [
    `tls { cert_file: "${server.files.certificate}", key_file: "${server.files.privateKey}" }`,
    `authorization { users: ${JSON.stringify(users)} }`,
  ].join('\n');

const seedFile = (service: string) => path.join(path.dirname(server.files.authorities), `${service}.nk`);

const securityOf = (service: string) => ({
  caFile: server.files.authorities,
  nkeyFile: seedFile(service),
});

async function connectAs(service: string, changes: Partial<NatsSettings> = {}): Promise<Nats> {
  const connection = await connectTo(messaging.nats, { name: service, ...securityOf(service), ...changes });
  connections.push(connection);
  return connection;
}

describe('NATS with a user per service and TLS', () => {
  test('a service publishes its events and consumes those of its sources', async () => {
    const orders = await messaging.publisher('orders');
    orders.relay.start();
    const values: string[] = [];
    const { consumer } = await messaging.consumer(
      'webhooks',
      async (_unit, event) => {
        if (values.length === 1 && event.payload.toString() === '2') throw new Error('once');
        values.push(event.payload.toString());
      },
      { from: 'orders', parkBackoffMs: [10, 10, 10] },
    );
    void consumer.assign(partitionNumbers);
    await Promise.all([orders.change('sto_1'), orders.change('sto_1'), orders.change('sto_1')]);
    await until(() => values.length === 3, 'all events to be handled');
    await until(async () => (await consumer.pending()) === 0, 'all events to be acknowledged');
    expect(values.toSorted()).toEqual(['1', '2', '3']);
  });

  test("a service publishes no event in another service's name", async () => {
    const orders = await messaging.publisher('orders');
    const webhooks = await connectAs('webhooks');
    const publishing = webhooks.jetStream.publish('commerce.orders.order.paid.sto_1', 'forged');
    await expect(publishing).rejects.toThrow(/Permissions Violation/);
    const { jetStream } = orders.connection;
    const stream = await (await orders.connection.manager()).streams.info('commerce-orders');
    await jetStream.publish('commerce.orders.marker.sto_1', 'own');
    const { state } = await (await orders.connection.manager()).streams.info('commerce-orders');
    expect(state.messages).toBe(stream.state.messages + 1);
  });

  test('a service consumes no events of services that are not its sources', async () => {
    await (await connectAs('customers')).ensureStream('customers');
    const webhooks = await connectAs('webhooks');
    await expect(webhooks.consume('customers', { durable_name: 'webhooks' })).rejects.toThrow(
      /Permissions Violation/,
    );
  });

  test('a service changes and deletes no stream of another service', async () => {
    await (await connectAs('catalog')).ensureStream('catalog');
    const manager = await (await connectAs('webhooks')).manager();
    await expect(manager.streams.delete('commerce-catalog')).rejects.toThrow(/Permissions Violation/);
    await expect(manager.streams.purge('commerce-catalog')).rejects.toThrow(/Permissions Violation/);
    await expect(manager.consumers.delete('commerce-catalog', 'orders')).rejects.toThrow(
      /Permissions Violation/,
    );
  });

  test('a client without a key, with an unknown key or of another authority is refused', async () => {
    await expect(connectAs('orders', { nkeyFile: undefined })).rejects.toThrow(/Authorization Violation/);
    await writeFile(seedFile('stranger'), nkeys.createUser().getSeed());
    await expect(connectAs('stranger')).rejects.toThrow(/Authorization Violation/);
    await expect(connectAs('orders', { caFile: otherAuthority.files.authorities })).rejects.toThrow(
      /certificate/,
    );
  });

  test('of several servers one that responds is used', async () => {
    const servers = ['nats://127.0.0.1:1', messaging.nats.url];
    expect((await connectAs('orders', { servers })).supportsBatches).toBe(true);
  });

  test('a connection recovers when its key was refused for a while', async () => {
    const logger = createLogger('test', 'silent');
    const refused = vi.spyOn(logger, 'error');
    const connection = await connectAs('orders', { logger });
    await connection.ensureStream('orders');
    const seed = seeds.get('orders')!;
    await writeFile(seedFile('orders'), nkeys.createUser().getSeed());
    await messaging.nats.stop();
    await messaging.nats.start();
    await until(() => refused.mock.calls.length >= 3, 'the connection to be refused three times');
    await writeFile(seedFile('orders'), seed);
    await until(() => connection.requireStream('orders').then(yes, no), 'the stream');
  });

  test('a connection is opened again while the file of its key cannot be read', async () => {
    const logger = createLogger('test', 'silent');
    const unreadable = vi.spyOn(logger, 'error');
    const connection = await connectAs('orders', { logger });
    await connection.ensureStream('orders');
    await rename(seedFile('orders'), seedFile('away'));
    await messaging.nats.stop();
    await messaging.nats.start();
    await until(() => connection.requireStream('orders').then(yes, no), 'the stream');
    expect(unreadable).toHaveBeenCalledWith(
      { file: seedFile('orders'), reason: expect.stringContaining('ENOENT') },
      'nats key not readable, using the last one',
    );
    await rename(seedFile('away'), seedFile('orders'));
  });

  test('a connection is opened again after the file of its authorities could not be read', async () => {
    const connection = await connectAs('orders');
    await connection.ensureStream('orders');
    const { authorities } = server.files;
    await rename(authorities, `${authorities}.away`);
    await messaging.nats.stop();
    await messaging.nats.start();
    await expect(connection.requireStream('orders')).rejects.toThrow();
    await rename(`${authorities}.away`, authorities);
    await until(() => connection.requireStream('orders').then(yes, no), 'the stream');
  });
});

const yes = () => true;
const no = () => false;
