import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TeamRole } from '@commerce/proto/commerce/auth/v1/people.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { admitAnonymous } from '../src/rpc/admit-anonymous.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { signIn } from '../src/rpc/sign-in.ts';
import { signOut } from '../src/rpc/sign-out.ts';
import { createDeveloper, createPerson } from '../src/seed.ts';
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

describe('sign-in', () => {
  test('a sign-in opens a session with the person and their stores', async () => {
    const result = await attempt(PASSWORD);
    expect(result).toMatchObject({ $case: 'session', value: { expiresAtMs: auth.clock.nowMs + 86_400_000 } });
    expect(await auth.call(getSession, { token: store.ownerSession })).toEqual({
      person: { id: expect.stringMatching(/^per_/), name: 'Ana', email: store.ownerEmail, language: 'es' },
      memberships: [{ storeId: store.id, storeName: 'La Tienda', role: TeamRole.OWNER }],
      developerIds: [],
      profileVersion: expect.stringMatching(/./),
      developers: [],
      platformStaff: false,
      cli: false,
      supportEmail: 'support@commerce.example',
    });
  });

  test('the email is matched without regard to case and spaces', async () => {
    expect(await attempt(PASSWORD, ` ${store.ownerEmail.toUpperCase()} `)).toMatchObject({
      $case: 'session',
    });
  });

  test('a wrong password and an unknown email are indistinguishable', async () => {
    const wrong = { $case: 'wrongCredentials', value: true };
    expect(await attempt('wrong')).toEqual(wrong);
    expect(await attempt('')).toEqual(wrong);
    expect(await attempt(PASSWORD, 'unknown@example.com')).toEqual(wrong);
    expect(await attempt(PASSWORD, 'not an email\u0000')).toEqual(wrong);
    expect(await attempt('p'.repeat(5_000))).toEqual(wrong);
  });

  test('exactly ten attempts in ten minutes are accepted per email and address, even concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => attempt('wrong')));
    expect(answers.filter((result) => result?.$case === 'wrongCredentials')).toHaveLength(10);
    expect(await attempt(PASSWORD)).toEqual({ $case: 'retryAfterS', value: 600 });
    expect(await attempt(PASSWORD, store.ownerEmail, '192.0.2.2')).toMatchObject({ $case: 'session' });
    auth.clock.pass(600_000);
    expect(await attempt(PASSWORD)).toMatchObject({ $case: 'session' });
  });

  longTest(
    'a hundred failures in ten minutes are accepted per address for any email; successes are not counted',
    async () => {
      const ip = '192.0.2.3';
      const other = await auth.newStore();
      for (let n = 0; n < 5; n++)
        expect(await attempt(PASSWORD, store.ownerEmail, ip)).toMatchObject({ $case: 'session' });
      const answers = await Promise.all(
        Array.from({ length: 120 }, (_, n) => attempt('wrong', `unknown-${n}@example.com`, ip)),
      );
      expect(answers.filter((result) => result?.$case === 'wrongCredentials')).toHaveLength(100);
      expect(await attempt(PASSWORD, other.ownerEmail, ip)).toEqual({ $case: 'retryAfterS', value: 600 });
      expect(await attempt(PASSWORD, other.ownerEmail, '192.0.2.4')).toMatchObject({ $case: 'session' });
    },
    60_000,
  );

  test('thirty failures a minute are accepted per email, except from addresses where it has signed in', async () => {
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
  });

  test('an address stays familiar for 30 days after the last sign-in from there', async () => {
    const owners = '198.51.100.2';
    for (const days of [20, 20]) {
      expect(await attempt(PASSWORD, store.ownerEmail, owners)).toMatchObject({ $case: 'session' });
      auth.clock.pass(days * 86_400_000);
    }
    for (let n = 0; n < 30; n++) await attempt('wrong', store.ownerEmail, `203.0.113.${n}`);
    expect(await attempt(PASSWORD, store.ownerEmail, '203.0.113.99')).toMatchObject({ $case: 'retryAfterS' });
    expect(await attempt(PASSWORD, store.ownerEmail, owners)).toMatchObject({ $case: 'session' });
  });

  test('a success resets the count of attempts', async () => {
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 6; n++) await attempt('wrong');
      expect(await attempt(PASSWORD)).toMatchObject({ $case: 'session' });
    }
  });
});

describe('session', () => {
  test('a session ends after two hours without use', async () => {
    auth.clock.pass(7_200_000 - 1);
    expect(await isOpen(store.ownerSession)).toBe(true);
    auth.clock.pass(7_200_000 - 1);
    expect(await isOpen(store.ownerSession)).toBe(true);
    auth.clock.pass(7_200_000);
    expect(await isOpen(store.ownerSession)).toBe(false);
  });

  test('a session ends after a day, however often it is used', async () => {
    for (let hour = 1; hour < 24; hour++) {
      auth.clock.pass(3_600_000);
      expect(await isOpen(store.ownerSession)).toBe(true);
    }
    auth.clock.pass(3_600_000);
    expect(await isOpen(store.ownerSession)).toBe(false);
  });

  test('signing out ends that session only', async () => {
    const other = await auth.signIn(store.ownerEmail);
    await auth.call(signOut, { token: store.ownerSession });
    expect(await isOpen(store.ownerSession)).toBe(false);
    expect(await isOpen(other)).toBe(true);
  });

  test("the session of a developer's member returns the developers they belong to", async () => {
    const email = `dev-${store.id}@example.com`;
    const personId = await auth.newPerson(email);
    const createdAt = new Date(auth.clock.nowMs);
    const id = await createDeveloper(auth.deps.prisma, { name: 'Dev', memberIds: [personId], createdAt });
    const token = await auth.signIn(email);
    expect(await auth.call(getSession, { token })).toMatchObject({ developerIds: [id], memberships: [] });
  });

  test("neither the session's secret nor the password is stored readable", async () => {
    const email = `beto-${store.id}@example.com`;
    await createPerson(auth.deps.prisma, { name: 'Beto', email, password: PASSWORD, createdAt: new Date() });
    const { rows } = await auth.deps.db.pool.query<{ row: string }>(
      'select s::text as row from session s union all select p::text from person p',
    );
    const kept = rows.map((row) => row.row).join();
    expect(kept).not.toContain(store.ownerSession);
    expect(kept).not.toContain(PASSWORD);
    expect(kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});

test('an email belongs to one person only', async () => {
  await expect(auth.newPerson(store.ownerEmail.toUpperCase())).rejects.toThrow(/[Uu]nique/);
});

test('requests without a session are limited per address, over all replicas', async () => {
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
