import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
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

/** Dead rows of the buckets that a vacuum cannot remove because an open snapshot may still read them. */
async function keptDeadRows(): Promise<number> {
  const client = await auth.deps.limits.pool.connect();
  let notices = '';
  client.on('notice', ({ message }) => (notices += message));
  await client.query('vacuum (verbose) rate_bucket').finally(() => client.release(true));
  return Number(/(\d+) are dead but not yet removable/.exec(notices)![1]);
}

/** Admits requests while a snapshot is open in the database, as during a backup. @returns the dead rows kept by it */
async function admitBeside(snapshotIn: string): Promise<number> {
  const database = new TestPool(snapshotIn, 1);
  try {
    return await database.transaction(async (tx) => {
      await tx.command('select count(*) from pg_class');
      for (let n = 0; n < UPDATES; n++) {
        await auth.admit(token);
        // The server would end an idle transaction.
        if (n % 100 === 0) await tx.command('select 1');
      }
      return keptDeadRows();
    }, 'begin isolation level repeatable read');
  } finally {
    await database.close();
  }
}

test('an open snapshot in the main database keeps no dead rows of the buckets', async () => {
  expect(await admitBeside(auth.url)).toBe(0);
});

test('an open snapshot in the limits database keeps all dead rows, which is why no backup may read it', async () => {
  expect(await admitBeside(auth.limitsUrl)).toBeGreaterThan(UPDATES / 2);
});

test('without the limits database no request is admitted, even with a known plan', async () => {
  await auth.admit(token);
  const limits = new TestPool('postgresql://unknown@127.0.0.1:1/none', 1);
  const { sub, gen } = decodeJwt(token);
  const request = { items: [{ installationId: sub!, generation: Number(gen) }] };
  const answer = admit({ ...auth.deps, limits })(systemContext('test', deadlineIn(30_000)), request);
  await expect(Promise.resolve(answer).catch((error: unknown) => toFault(error).code)).resolves.toBe(
    'unavailable',
  );
  await limits.close();
});

test('the tables of windows and key claims are logged and survive a crash of the server', async () => {
  const { rows } = await auth.deps.limits.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relpersistence = 'u' and relnamespace = 'public'::regnamespace`,
  );
  expect(rows).toEqual([{ name: 'rate_bucket' }]);
});
