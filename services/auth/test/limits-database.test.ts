import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '@commerce/service-kit/context.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { TestPool } from '@commerce/service-kit/testing/database.ts';
import { decodeJwt } from 'jose';
import { admit } from '../src/rpc/admit.ts';
import { AuthFixture } from './support/fixture.ts';

const UPDATES = 300;
let auth: AuthFixture;
let token: string;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  await auth.deps.limits.pool.query('truncate rate_bucket');
  token = (await auth.install(await auth.newApp(), await auth.newStore('demo'))).accessToken;
});

/** Dead rows of the buckets that a vacuum cannot remove: some snapshot may still read them. */
async function keptDeadRows(): Promise<number> {
  const client = await auth.deps.limits.pool.connect();
  let told = '';
  client.on('notice', ({ message }) => (told += message));
  await client.query('vacuum (verbose) rate_bucket').finally(() => client.release(true));
  return Number(/(\d+) are dead but not yet removable/.exec(told)![1]);
}

/** Admits while a snapshot is open in the database, as one of a backup is. @returns dead rows that are kept meanwhile */
async function admitBeside(snapshotIn: string): Promise<number> {
  const database = new TestPool(snapshotIn, 1);
  try {
    return await database.transaction(async (tx) => {
      await tx.command('select count(*) from pg_class');
      for (let n = 0; n < UPDATES; n++) {
        await auth.admit(token);
        // An idle transaction of ours would be ended.
        if (n % 100 === 0) await tx.command('select 1');
      }
      return keptDeadRows();
    }, 'begin isolation level repeatable read');
  } finally {
    await database.close();
  }
}

test('a snapshot held open in the main database keeps no dead row of the buckets', async () => {
  expect(await admitBeside(auth.url)).toBe(0);
});

test('one in the database of limits keeps them all, which is why no backup may read it', async () => {
  expect(await admitBeside(auth.limitsUrl)).toBeGreaterThan(UPDATES / 2);
});

test('while it is down nobody is admitted, whatever an earlier batch found', async () => {
  await auth.admit(token);
  const limits = new TestPool('postgresql://nobody@127.0.0.1:1/none', 1);
  const { sub, gen } = decodeJwt(token);
  const asked = { items: [{ installationId: sub!, generation: Number(gen) }] };
  const answer = admit({ ...auth.deps, limits })(systemContext('test', Date.now() + 30_000), asked);
  await expect(Promise.resolve(answer).catch((error: unknown) => toFault(error).code)).resolves.toBe(
    'unavailable',
  );
  await limits.close();
});

test('a crash of the server keeps windows and key claims, whose tables are logged', async () => {
  const { rows } = await auth.deps.limits.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relpersistence = 'u' and relnamespace = 'public'::regnamespace`,
  );
  expect(rows).toEqual([{ name: 'rate_bucket' }]);
});
