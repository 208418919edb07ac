import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readFile, writeFile } from 'node:fs/promises';
import { TLSSocket } from 'node:tls';
import { Client, credentials } from '@grpc/grpc-js';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { pino } from 'pino';
import { HealthClient } from './support/health.ts';
import { until } from '../src/testing/until.ts';
import { ConfigError } from '../src/config.ts';
import { systemContext } from '../src/context.ts';
import { deadlineIn } from '../src/deadline.ts';
import { namesOf } from '../src/grpc/caller.ts';
import { Certificates, certificateFilesOf } from '../src/grpc/certificates.ts';
import { GrpcChannel } from '../src/grpc/client.ts';
import { GrpcServer } from '../src/grpc/server.ts';
import { createLogger } from '../src/logger.ts';
import { randomPort } from '../src/testing/ports.ts';
import {
  CertificateFolder,
  newAuthority,
  newCertificate,
  type TestAuthority,
  type TestCertificate,
} from './support/certificates.ts';

const Lists = {
  listStock: InventoryServiceService.listStock,
  adjustStock: InventoryServiceService.adjustStock,
};
/** A method of `STREAMED`. */
const Versions = { getStockVersions: InventoryServiceService.getStockVersions };
const callers = {
  'commerce.inventory.v1.InventoryService': {
    ListStock: ['gateway', 'orders'],
    AdjustStock: ['gateway'],
    GetStockVersions: ['gateway'],
  },
};
const logger = createLogger('test', 'silent');
const REREAD_MS = 20;
const closers: (() => unknown)[] = [];

let authority: TestAuthority;
let server: GrpcServer;
let serverFolder: CertificateFolder;
let serverCertificates: Certificates;
let address: string;
let healthPort: number;

const named = (subjectaltname: string) => namesOf({ subjectaltname } as never);
const request = { shopId: 'shp_1', productId: undefined, limit: 1, pageToken: Buffer.alloc(0) };
const soon = () => systemContext('req-1', deadlineIn(10_000), 'sto_1');
const call = (channel: GrpcChannel) =>
  channel.service(Lists, { limitsMs: { listStock: 10_000 } }).listStock(soon(), request);

async function certificatesOf(
  certificate: TestCertificate,
  ...authorities: TestAuthority[]
): Promise<Certificates> {
  const folder = await CertificateFolder.of(certificate, ...authorities);
  closers.push(() => folder.remove());
  return watched(folder);
}

function watched(folder: CertificateFolder, by = logger): Certificates {
  const certificates = new Certificates(folder.files, by, REREAD_MS);
  closers.push(() => certificates.close());
  return certificates;
}

/** Waits until the current files of a folder are in use. */
async function inUse(certificates: Certificates, { files }: CertificateFolder): Promise<void> {
  const written = [await readFile(files.certificate), await readFile(files.authorities)];
  const used: (Buffer | undefined)[] = [];
  certificates.addIdentityCertificateListener((update) => void (used[0] = update?.certificate));
  certificates.addCaCertificateListener((update) => void (used[1] = update?.caCertificate));
  await until(() => written.every((file, n) => used[n]?.equals(file)), 'the new certificates');
}

function channelWith(tls?: Certificates): GrpcChannel {
  const channel = new GrpcChannel(address, [Lists], tls);
  closers.push(() => channel.close());
  return channel;
}

async function callAs(certificate: TestCertificate, ...trusts: TestAuthority[]): Promise<unknown> {
  return call(channelWith(await certificatesOf(certificate, ...(trusts.length > 0 ? trusts : [authority]))));
}

const channelAs = async (name: string) =>
  channelWith(await certificatesOf(await newCertificate(authority, { dns: [name] }), authority));

const versionsOf = (channel: GrpcChannel) =>
  channel.service(Versions).getStockVersions(systemContext('req-1', deadlineIn(10_000)), { storeIds: [] });

beforeAll(async () => {
  authority = await newAuthority();
  serverFolder = await CertificateFolder.of(
    await newCertificate(authority, { dns: ['inventory'] }),
    authority,
  );
  closers.push(() => serverFolder.remove());
  serverCertificates = watched(serverFolder);
  server = new GrpcServer(logger, {
    maxConnectionAgeMs: 60_000,
    tls: serverCertificates,
    callers,
  });
  server.add(Lists, {
    listStock: async () => ({ rows: [], nextPageToken: Buffer.alloc(0), version: '' }),
    adjustStock: async () => ({}) as never,
  });
  server.add(Versions, { getStockVersions: async ({ requestId }) => ({ versions: [requestId] }) });
  address = `127.0.0.1:${await server.listen('127.0.0.1', await randomPort())}`;
  healthPort = await server.listenForHealth('127.0.0.1', 0);
});

afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await server.close(1_000);
});

test('a client certificate is parsed once per connection', async () => {
  const channel = await channelAs('orders');
  await call(channel);
  const read = vi.spyOn(TLSSocket.prototype, 'getPeerCertificate');
  for (let count = 0; count < 5; count++) await call(channel);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

test.each([
  [
    'Callers are not declared for commerce.inventory.v1.InventoryService/AdjustStock.',
    { ListStock: ['gateway'] },
  ],
  [
    'Callers are declared for unknown methods: commerce.inventory.v1.InventoryService/Nothing.',
    { ListStock: [], AdjustStock: [], Nothing: ['gateway'] },
  ],
])('a server does not start with an invalid declaration of callers: %s', async (message, methods) => {
  const declared = { 'commerce.inventory.v1.InventoryService': methods } as unknown as typeof callers;
  const wrong = new GrpcServer(logger, { maxConnectionAgeMs: 60_000, callers: declared });
  wrong.add(Lists, { listStock: async () => ({}) as never, adjustStock: async () => ({}) as never });
  await expect(wrong.listen('127.0.0.1', 0)).rejects.toThrow(message);
});

describe('calls with mutual TLS', () => {
  test('a call is served when the certificate names an allowed caller', async () => {
    await expect(
      callAs(await newCertificate(authority, { dns: ['gateway', 'commerce-gateway'] })),
    ).resolves.toMatchObject({ rows: [] });
    await expect(
      callAs(await newCertificate(authority, { uris: ['spiffe://example.org/commerce/orders'] })),
    ).resolves.toMatchObject({ rows: [] });
  });

  test('a call is refused when the certificate names another caller', async () => {
    const fault = callAs(await newCertificate(authority, { dns: ['customers', 'gateway.example.org'] }));
    await expect(fault).rejects.toMatchObject({ code: 'server_error', cause: { code: 7 } });
  });

  test('a call is refused for a method that the caller is not declared for, although it may call others', async () => {
    const orders = await channelAs('orders');
    await expect(call(orders)).resolves.toMatchObject({ rows: [] });
    const refused = orders.service(Lists).adjustStock(soon(), {} as never);
    await expect(refused).rejects.toMatchObject({ code: 'server_error', cause: { code: 7 } });
  });

  test('so is a call of a stream, and one of a declared caller is answered', async () => {
    expect(await versionsOf(await channelAs('gateway'))).toEqual({ versions: ['req-1'] });
    const refused = versionsOf(await channelAs('orders'));
    await expect(refused).rejects.toMatchObject({ code: 'server_error', cause: { code: 7 } });
  });

  test('a call without a certificate or without encryption is refused', async () => {
    const bare = new Client(address, credentials.createSsl(Buffer.from(authority.cert)));
    closers.push(() => bare.close());
    const { path, requestSerialize, responseDeserialize } = Lists.listStock;
    const deadline = { deadline: Date.now() + 2_000 };
    const refused = new Promise((resolve) => {
      bare.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, deadline, (error) =>
        resolve(error?.code),
      );
    });
    expect([4, 14]).toContain(await refused);
    await expect(call(channelWith())).rejects.toMatchObject({
      code: expect.stringMatching(/unavailable|timeout/),
    });
  });

  test('a call with an expired certificate is refused', async () => {
    const expired = await newCertificate(authority, {
      dns: ['gateway'],
      notAfter: new Date(Date.now() - 60_000),
    });
    await expect(callAs(expired)).rejects.toMatchObject({
      code: expect.stringMatching(/unavailable|timeout/),
    });
  });

  test('a call with a certificate of another authority is refused', async () => {
    const other = await newAuthority();
    const foreign = await newCertificate(other, { dns: ['gateway'] });
    await expect(callAs(foreign, authority)).rejects.toMatchObject({
      code: expect.stringMatching(/unavailable|timeout/),
    });
  });

  test('a client does not call a server whose certificate has another name', async () => {
    const channel = new GrpcChannel(
      `localhost:${address.split(':')[1]}`,
      [Lists],
      await certificatesOf(await newCertificate(authority, { dns: ['gateway'] }), authority),
    );
    closers.push(() => channel.close());
    // The server's certificate names 127.0.0.1 and inventory, but the client connects to localhost.
    await expect(call(channel)).rejects.toMatchObject({
      code: expect.stringMatching(/unavailable|timeout/),
    });
  });
});

test('rotating certificates does not fail any running call', async () => {
  const folder = await CertificateFolder.of(await newCertificate(authority, { dns: ['gateway'] }), authority);
  closers.push(() => folder.remove());
  const certificates = watched(folder);
  const channel = channelWith(certificates);
  let calls = 0;
  const rotated = new AbortController();
  const calling = (async () => {
    while (!rotated.signal.aborted) {
      await call(channel);
      calls += 1;
    }
  })();
  const next = await newAuthority();
  const renewed = await newCertificate(next, { dns: ['gateway'] });
  const renewedServer = await newCertificate(next, { dns: ['inventory'] });
  // First trust both authorities, then change the certificates, then remove the old authority.
  const old = await newCertificate(authority, { dns: ['gateway'] });
  await folder.write(old, authority, next);
  await serverFolder.write(await newCertificate(authority, { dns: ['inventory'] }), authority, next);
  await Promise.all([inUse(certificates, folder), inUse(serverCertificates, serverFolder)]);
  await folder.write(renewed, authority, next);
  await serverFolder.write(renewedServer, next);
  await Promise.all([inUse(certificates, folder), inUse(serverCertificates, serverFolder)]);
  const before = calls;
  await Promise.race([calling, until(() => calls > before + 1, 'calls after the rotation')]);
  rotated.abort();
  await calling;
  // New connections use the new certificate, and one of the old authority is refused.
  await expect(call(channelWith(certificates))).resolves.toMatchObject({ rows: [] });
  await expect(callAs(old, next)).rejects.toMatchObject({
    code: expect.stringMatching(/unavailable|timeout/),
  });
  await serverFolder.write(await newCertificate(authority, { dns: ['inventory'] }), authority);
});

test('mismatched certificate files are ignored and the previous ones stay in use', async () => {
  const first = await newCertificate(authority, { dns: ['gateway'] });
  const folder = await CertificateFolder.of(first, authority);
  closers.push(() => folder.remove());
  let warnings = 0;
  const certificates = watched(folder, pino({ level: 'warn' }, { write: () => void warnings++ }));
  const { expiresAtS } = certificates;
  const other = await newCertificate(authority, { dns: ['gateway'], notAfter: new Date(Date.now() + 1e10) });
  await writeFile(folder.files.certificate, other.cert);
  const before = warnings;
  await until(() => warnings > before, 'the warning');
  expect(certificates.expiresAtS).toBe(expiresAtS);
  await writeFile(folder.files.privateKey, other.key);
  await until(() => certificates.expiresAtS > expiresAtS, 'the new certificate');
});

test('a separate port serves health checks without a certificate until the server closes', async () => {
  const health = new HealthClient(`127.0.0.1:${healthPort}`);
  closers.push(() => health.close());
  expect(await health.check()).toBe('SERVING');
});

test('an incomplete set of certificate files and unreadable files are configuration errors', async () => {
  const none = { TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined, TLS_CA_FILE: undefined };
  expect(certificateFilesOf(none)).toBeUndefined();
  expect(() => certificateFilesOf({ ...none, TLS_CERT_FILE: '/a' })).toThrow(ConfigError);
  const files = { certificate: '/nowhere', privateKey: '/nowhere', authorities: '/nowhere' };
  expect(() => new Certificates(files, logger)).toThrow(ConfigError);
});

test('a name embedded in another entry of the certificate is ignored', () => {
  expect(named('DNS:gateway, URI:spiffe://example.org/orders, IP Address:127.0.0.1')).toEqual([
    'gateway',
    'orders',
  ]);
  expect(named('URI:"https://example.org/x, DNS:gateway, y"')).toEqual([]);
  expect(namesOf(undefined)).toEqual([]);
});
