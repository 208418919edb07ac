import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Nats } from '@commerce/service-kit/events/nats.ts';
import { connectTo, startTestNats, type TestNats } from '@commerce/service-kit/testing/nats.ts';
import { workspaceRoot } from '../build/workspace.ts';
import { newCertificate } from '../secrets/certificates.ts';
import { natsUserNames } from '../secrets/nats-user-names.ts';
import { missingSecrets } from '../secrets/platform-secrets.ts';
import { valueOf, type Secret } from '../secrets/secret.ts';

let folder: string;
let secrets: Secret[];
let server: TestNats;
const connections: Nats[] = [];

const value = (name: string, key: string): string =>
  valueOf(
    secrets.find(({ metadata }) => metadata.name === `commerce-${name}`),
    key,
  )!;

/** Writes a value of a Secret into a file, as its volume does. */
async function fileOf(name: string, key: string): Promise<string> {
  const file = path.join(folder, `${name}-${key}`);
  await writeFile(file, value(name, key));
  return file;
}

/** Starts a server with the users of the chart, the keys of a new platform, and a certificate of its authority. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'commerce-chart-nats-'));
  secrets = await missingSecrets([], {
    platform: 'commerce',
    namespace: 'shop',
    certificates: true,
    databaseHosts: {},
    databaseTls: false,
    demo: false,
  });
  const users = await readFile(
    path.join(workspaceRoot, 'charts/commerce-platform/files/nats/users.conf'),
    'utf8',
  );
  for (const name of natsUserNames)
    process.env[`NATS_USER_${name.toUpperCase()}`] = value(`${name}-nats`, 'public-key');
  const authority = { cert: value('ca', 'tls.crt'), key: value('ca', 'tls.key') };
  const { cert, key } = await newCertificate(authority, ['localhost']);
  const [certFile, keyFile] = [path.join(folder, 'localhost.crt'), path.join(folder, 'localhost.key')];
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
  server = await startTestNats(`${users}\ntls { cert_file: "${certFile}", key_file: "${keyFile}" }\n`);
});

afterAll(async () => {
  for (const connection of connections) await connection.close();
  await server?.drop();
  await rm(folder, { recursive: true });
});

const urlOf = ({ url }: TestNats): string => url.replace('127.0.0.1', 'localhost');

async function connectAs(service: string): Promise<Nats> {
  const caFile = await fileOf('nats-tls', 'ca.crt');
  const nkeyFile = await fileOf(`${service}-nats`, 'nkey');
  const connection = await connectTo(server, { servers: [urlOf(server)], name: service, caFile, nkeyFile });
  connections.push(connection);
  return connection;
}

test("webhooks cannot publish order.paid with its user of the chart's NATS, and orders can", async () => {
  const orders = await connectAs('orders');
  await orders.ensureStream('orders');
  const webhooks = await connectAs('webhooks');
  const subject = 'commerce.orders.order.paid.sto_1';
  await expect(webhooks.jetStream.publish(subject, 'forged')).rejects.toThrow(/Permissions Violation/);
  expect((await orders.jetStream.publish(subject, 'paid')).stream).toBe('commerce-orders');
  await webhooks.ensureStream('webhooks');
  const own = await webhooks.jetStream.publish('commerce.webhooks.endpoint.disabled.sto_1', 'own');
  expect(own.stream).toBe('commerce-webhooks');
});

test('the admin user reports and purges streams, and cannot publish an event', async () => {
  const orders = await connectAs('orders');
  await orders.ensureStream('orders');
  await orders.jetStream.publish('commerce.orders.order.paid.sto_2', 'paid');
  const connection = await connect({
    servers: [urlOf(server)],
    authenticator: nkeyAuthenticator(Buffer.from(value('admin-nats', 'nkey'))),
    tls: { caFile: await fileOf('nats-tls', 'ca.crt') },
  });
  try {
    const request = async (subject: string) => (await connection.request(subject)).string();
    expect(await request('$JS.API.STREAM.LIST')).toContain('"name":"commerce-orders"');
    expect(await request('$JS.API.STREAM.PURGE.commerce-orders')).toContain('"success":true');
    expect(await request('$JS.API.STREAM.INFO.commerce-orders')).toContain('"messages":0');
    await expect(request('commerce.orders.order.paid.sto_2')).rejects.toThrow(/Permissions Violation/);
  } finally {
    await connection.close();
  }
});
