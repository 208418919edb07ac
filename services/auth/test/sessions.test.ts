import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StoreRole } from '@commerce/proto/commerce/auth/v1/people.ts';
import { admitAnonymous } from '../src/rpc/admit-anonymous.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { signIn } from '../src/rpc/sign-in.ts';
import { signOut } from '../src/rpc/sign-out.ts';
import { createDeveloper } from '../src/seed.ts';
import { AuthFixture, PASSWORD, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let store: TestStore;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  store = await auth.newStore();
});

const attempt = async (password: string, email = store.ownerEmail, ip = '192.0.2.1') =>
  (await auth.call(signIn, { email, password, ip, userAgent: '' })).result;
const isOpen = async (token: string): Promise<boolean> =>
  (await auth.call(getSession, { token })).person !== undefined;

describe('a sign-in', () => {
  test('opens a session that tells the person and what they may enter', async () => {
    const result = await attempt(PASSWORD);
    expect(result).toMatchObject({ $case: 'session', value: { expiresAtMs: auth.clock.nowMs + 86_400_000 } });
    expect(await auth.call(getSession, { token: store.ownerSession })).toEqual({
      person: { id: expect.stringMatching(/^per_/), name: 'Ana', email: store.ownerEmail, language: 'es' },
      memberships: [{ storeId: store.id, storeName: 'La Tienda', role: StoreRole.OWNER }],
      developerIds: [],
      profileVersion: expect.stringMatching(/./),
      developers: [],
      platformStaff: false,
    });
  });

  test('finds the person whatever the case and the spaces of the e-mail', async () => {
    expect(await attempt(PASSWORD, ` ${store.ownerEmail.toUpperCase()} `)).toMatchObject({
      $case: 'session',
    });
  });

  test('tells a wrong password and an unknown e-mail alike', async () => {
    const wrong = { $case: 'wrongCredentials', value: true };
    expect(await attempt('wrong')).toEqual(wrong);
    expect(await attempt('')).toEqual(wrong);
    expect(await attempt(PASSWORD, 'nobody@example.com')).toEqual(wrong);
    expect(await attempt(PASSWORD, 'not an e-mail\u0000')).toEqual(wrong);
    expect(await attempt('p'.repeat(5_000))).toEqual(wrong);
  });

  test('is tried ten times in ten minutes per e-mail and address, exactly, at once too', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => attempt('wrong')));
    expect(answers.filter((result) => result?.$case === 'wrongCredentials')).toHaveLength(10);
    expect(await attempt(PASSWORD)).toEqual({ $case: 'retryAfterS', value: 600 });
    expect(await attempt(PASSWORD, store.ownerEmail, '192.0.2.2')).toMatchObject({ $case: 'session' });
    auth.clock.pass(600_000);
    expect(await attempt(PASSWORD)).toMatchObject({ $case: 'session' });
  }, 30_000);

  test('fails a hundred times in ten minutes from an address, whatever the e-mail; successes are not counted', async () => {
    const ip = '192.0.2.3';
    const other = await auth.newStore();
    for (let n = 0; n < 5; n++)
      expect(await attempt(PASSWORD, store.ownerEmail, ip)).toMatchObject({ $case: 'session' });
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => attempt('wrong', `nobody-${n}@example.com`, ip)),
    );
    expect(answers.filter((result) => result?.$case === 'wrongCredentials')).toHaveLength(100);
    expect(await attempt(PASSWORD, other.ownerEmail, ip)).toEqual({ $case: 'retryAfterS', value: 600 });
    expect(await attempt(PASSWORD, other.ownerEmail, '192.0.2.4')).toMatchObject({ $case: 'session' });
  }, 60_000);

  test('is slowed to thirty failures a minute of an e-mail, but not where its owner has signed in before', async () => {
    const owners = '198.51.100.1';
    expect(await attempt(PASSWORD, store.ownerEmail, owners)).toMatchObject({ $case: 'session' });
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, n) => attempt('wrong', store.ownerEmail, `203.0.113.${n}`)),
    );
    expect(answers.filter((result) => result?.$case === 'wrongCredentials')).toHaveLength(30);
    expect(await attempt(PASSWORD, store.ownerEmail, '203.0.113.99')).toEqual({
      $case: 'retryAfterS',
      value: 60,
    });
    expect(await attempt(PASSWORD, store.ownerEmail, owners)).toMatchObject({ $case: 'session' });
    auth.clock.pass(60_000);
    expect(await attempt(PASSWORD, store.ownerEmail, '203.0.113.99')).toMatchObject({ $case: 'session' });
  }, 60_000);

  test('that succeeds begins the count anew', async () => {
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 6; n++) await attempt('wrong');
      expect(await attempt(PASSWORD)).toMatchObject({ $case: 'session' });
    }
  }, 30_000);
});

describe('a session', () => {
  test('ends after two hours without use', async () => {
    auth.clock.pass(7_200_000 - 1);
    expect(await isOpen(store.ownerSession)).toBe(true);
    auth.clock.pass(7_200_000 - 1);
    expect(await isOpen(store.ownerSession)).toBe(true);
    auth.clock.pass(7_200_000);
    expect(await isOpen(store.ownerSession)).toBe(false);
  });

  test('ends after a day, however much it is used', async () => {
    for (let hour = 1; hour < 24; hour++) {
      auth.clock.pass(3_600_000);
      expect(await isOpen(store.ownerSession)).toBe(true);
    }
    auth.clock.pass(3_600_000);
    expect(await isOpen(store.ownerSession)).toBe(false);
  });

  test('ends by signing out, and only that one', async () => {
    const other = await auth.signIn(store.ownerEmail);
    await auth.call(signOut, { token: store.ownerSession });
    expect(await isOpen(store.ownerSession)).toBe(false);
    expect(await isOpen(other)).toBe(true);
  });

  test('of a developer tells the developers in whose name they act', async () => {
    const email = `dev-${store.id}@example.com`;
    const personId = await auth.newPerson(email);
    const createdAt = new Date(auth.clock.nowMs);
    const id = await createDeveloper(auth.deps.prisma, { name: 'Dev', memberIds: [personId], createdAt });
    const token = await auth.signIn(email);
    expect(await auth.call(getSession, { token })).toMatchObject({ developerIds: [id], memberships: [] });
  });

  test('is nowhere kept readable, nor is the password', async () => {
    const { rows } = await auth.deps.db.pool.query<{ row: string }>(
      'select s::text as row from session s union all select p::text from person p',
    );
    const kept = rows.map((row) => row.row).join();
    expect(kept).not.toContain(store.ownerSession);
    expect(kept).not.toContain(PASSWORD);
    expect(kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});

test('an e-mail exists once', async () => {
  await expect(auth.newPerson(store.ownerEmail.toUpperCase())).rejects.toThrow(/[Uu]nique/);
});

test('requests without a session are limited by address, over all replicas', async () => {
  const replica = auth.replica();
  const ask = async (ip: string, on = auth) => (await on.call(admitAnonymous, { ip })).retryAfterS;
  const { limit } = auth.deps.rules.anonymousRequests;
  for (let n = 0; n < limit; n++) expect(await ask('198.51.100.1', n % 2 ? replica : auth)).toBe(0);
  expect(await ask('198.51.100.1')).toBe(60);
  expect(await ask('198.51.100.2')).toBe(0);
  auth.clock.nowMs += 60_000;
  expect(await ask('198.51.100.1')).toBe(0);
  await replica.close();
});
