import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { nkeys } from '@nats-io/transport-node';
import { serviceNames } from '../local/services.ts';
import { newAuthority, newCertificate } from '../secrets/certificates.ts';
import { parseSecretArguments } from '../secrets/make-secrets.ts';
import { missingSecrets, type SecretOptions } from '../secrets/platform-secrets.ts';
import { dataOf, valueOf, type Secret } from '../secrets/secret.ts';

const options: SecretOptions = {
  platform: 'shop',
  namespace: 'shops',
  certificates: true,
  databaseHosts: { catalog: 'shop-postgres', auth_limits: 'shop-limits-rw' },
  databaseTls: true,
  demo: true,
};

const named = (secrets: Secret[], name: string) => secrets.find(({ metadata }) => metadata.name === name)!;

const withAuthority = (secrets: Secret[], values: Record<string, string>) =>
  secrets.map((secret) =>
    secret.metadata.name === 'shop-ca' ? { ...secret, data: dataOf(values) } : secret,
  );

test('a platform with every Secret gets none', async () => {
  const made = await missingSecrets([], options);
  expect(made.map(({ metadata }) => metadata.name)).toContain('shop-auth-limits-database');
  expect(await missingSecrets(made, options)).toEqual([]);
});

test('a missing Secret is made without changing the others', async () => {
  const made = await missingSecrets([], options);
  const rest = made.filter(({ metadata }) => metadata.name !== 'shop-auth-keys');
  const [again, ...others] = await missingSecrets(rest, options);
  expect(others).toEqual([]);
  expect(again!.metadata).toMatchObject({ name: 'shop-auth-keys', namespace: 'shops' });
  expect(valueOf(again, 'ENCRYPTION_KEYS')).toMatch(/^k1:[A-Za-z0-9+/]{43}=$/);
});

test('Helm keeps every Secret that is made, also one of which an earlier release had the name', async () => {
  const made = await missingSecrets([], options);
  for (const { metadata } of made)
    expect(metadata.annotations, metadata.name).toEqual({ 'helm.sh/resource-policy': 'keep' });
});

test('every certificate is of the authority and names the process', async () => {
  const made = await missingSecrets([], options);
  const authority = new X509Certificate(valueOf(named(made, 'shop-ca'), 'tls.crt')!);
  const certificate = new X509Certificate(valueOf(named(made, 'shop-orders-tls'), 'tls.crt')!);
  expect(certificate.verify(authority.publicKey)).toBe(true);
  expect(certificate.subjectAltName).toBe('DNS:shop-orders, DNS:orders, DNS:shop-orders.shops.svc');
});

test('an authority is replaced in steps: trusted, then signing, then the only one', async () => {
  const made = await missingSecrets([], options);
  const old = valueOf(named(made, 'shop-ca'), 'tls.crt')!;
  const next = await newAuthority('shop services');
  const after = async (secrets: Secret[], data: Record<string, string>) => {
    const existing = withAuthority(secrets, data);
    const changed = await missingSecrets(existing, options);
    return existing.map((secret) => named(changed, secret.metadata.name) ?? secret);
  };
  const certificateIn = (secrets: Secret[]) => valueOf(named(secrets, 'shop-orders-tls'), 'tls.crt')!;

  const key = valueOf(named(made, 'shop-ca'), 'tls.key')!;
  const trusting = await after(made, { 'tls.crt': old, 'tls.key': key, 'also.crt': next.cert });
  expect(certificateIn(trusting)).toBe(certificateIn(made));
  expect(valueOf(named(trusting, 'shop-orders-tls'), 'ca.crt')).toContain(next.cert.trim());
  const signing = await after(trusting, { 'tls.crt': next.cert, 'tls.key': next.key, 'also.crt': old });
  const certificate = new X509Certificate(certificateIn(signing));
  expect(certificate.verify(new X509Certificate(next.cert).publicKey)).toBe(true);
  expect(valueOf(named(signing, 'shop-orders-tls'), 'ca.crt')).toContain(old.trim());
  const only = await after(signing, { 'tls.crt': next.cert, 'tls.key': next.key });
  expect(certificateIn(only)).toBe(certificateIn(signing));
  expect(valueOf(named(only, 'shop-orders-tls'), 'ca.crt')).not.toContain(old.trim());
});

test('the role of a database is a valid identifier, and its Secret has the connection string', async () => {
  const secret = named(await missingSecrets([], options), 'shop-auth-limits-database');
  const password = valueOf(secret, 'password')!;
  expect(valueOf(secret, 'url')).toBe(
    `postgresql://auth_limits:${password}@shop-limits-rw:5432/auth_limits?sslmode=verify-full&sslrootcert=/etc/commerce/postgres/ca.crt`,
  );
});

test('the certificate of NATS names its servers, and each service has a key of NATS whose public part matches', async () => {
  const made = await missingSecrets([], options);
  const certificate = new X509Certificate(valueOf(named(made, 'shop-nats-tls'), 'tls.crt')!);
  expect(certificate.checkHost('shop-nats-2.shop-nats.shops')).toBeDefined();
  expect(certificate.checkHost('shop-orders')).toBeUndefined();
  const key = named(made, 'shop-webhooks-nats');
  const seed = Buffer.from(valueOf(key, 'nkey')!);
  expect(nkeys.fromSeed(seed).getPublicKey()).toBe(valueOf(key, 'public-key'));
});

test('the certificate of PostgreSQL names the servers of all databases', async () => {
  const made = await missingSecrets([], options);
  const certificate = new X509Certificate(valueOf(named(made, 'shop-postgres-tls'), 'tls.crt')!);
  for (const host of ['shop-postgres', 'shop-limits-rw']) expect(certificate.checkHost(host)).toBe(host);
});

test('an authority whose key is in the format of OpenSSL signs', async () => {
  const { cert, key } = await newAuthority('own');
  const sec1 = createPrivateKey(key).export({ type: 'sec1', format: 'pem' }).toString();
  const certificate = await newCertificate({ cert, key: sec1 }, ['shop-orders']);
  expect(new X509Certificate(certificate.cert).verify(new X509Certificate(cert).publicKey)).toBe(true);
});

test('each database may be on a server of its own', () => {
  const hosts = ['--database-host=one', '--database-host=orders,auth-limits=two'];
  expect(parseSecretArguments(hosts).databaseHosts).toMatchObject({
    catalog: 'one',
    orders: 'two',
    auth_limits: 'two',
  });
  expect(() => parseSecretArguments(['--database-host=order=two'])).toThrow(/there is no database order/);
});

test('without databases, certificates and a demo only keys are made', async () => {
  const made = await missingSecrets([], {
    ...options,
    certificates: false,
    databaseHosts: {},
    demo: false,
  });
  expect(made.map(({ metadata }) => metadata.name)).toEqual([
    'shop-auth-keys',
    'shop-webhooks-keys',
    'shop-gateway-keys',
    ...serviceNames.map((name) => `shop-${name}-nats`),
    'shop-admin-nats',
  ]);
});

test('certificates of two trusted authorities with the same name are accepted, in either order', async () => {
  const authorities = [await newAuthority('shop services'), await newAuthority('shop services')];
  for (const signer of authorities) {
    const { cert, key } = await newCertificate(signer, ['shop-orders']);
    const server = createServer({ cert, key }, (socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const trusted of [authorities, authorities.toReversed()]) {
      const ca = trusted.map((authority) => authority.cert);
      const socket = connect({ host: '127.0.0.1', port, servername: 'shop-orders', ca });
      await once(socket, 'secureConnect');
      expect(socket.authorized).toBe(true);
      socket.destroy();
    }
    server.close();
  }
});
