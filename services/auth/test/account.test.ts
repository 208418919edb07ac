import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planOf } from '@commerce/service-kit/testing/database.ts';
import { endSession } from '../src/rpc/end-session.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { listSessions } from '../src/rpc/list-sessions.ts';
import { signIn } from '../src/rpc/sign-in.ts';
import { signOutEverywhere } from '../src/rpc/sign-out-everywhere.ts';
import { updateProfile } from '../src/rpc/update-profile.ts';
import { sessionListOfPerson } from '../src/store/session.ts';
import { AuthFixture, PASSWORD, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let store: TestStore;
let personId: string;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  store = await auth.newStore();
  personId = (await auth.call(getSession, { token: store.ownerSession })).person!.id;
});

async function signInWith(userAgent: string): Promise<string> {
  const given = { email: store.ownerEmail, password: PASSWORD, ip: '192.0.2.1', userAgent };
  const { result } = await auth.call(signIn, given);
  if (result?.$case !== 'session') throw new Error('not signed in');
  return result.value.token;
}
const sessions = async (token: string) =>
  (await auth.callAs(personId, listSessions, { sessionToken: token })).sessions;
const isOpen = async (token: string): Promise<boolean> =>
  (await auth.call(getSession, { token })).person !== undefined;

describe('sessions of a person', () => {
  test('the list shows the device and the last use of each session, most recent first, to its own person only', async () => {
    const start = auth.clock.nowMs;
    const id = expect.stringMatching(/^[\w-]{43}$/) as unknown as string;
    auth.clock.pass(60_000);
    const phone = await signInWith('Phone/1\u0000 (x)');
    auth.clock.pass(300_000);
    await isOpen(store.ownerSession);
    expect(await sessions(phone)).toEqual([
      { id, userAgent: '', createdAtMs: start, lastSeenAtMs: start + 360_000, current: false },
      {
        id,
        userAgent: 'Phone/1  (x)',
        createdAtMs: start + 60_000,
        lastSeenAtMs: start + 60_000,
        current: true,
      },
    ]);
    const other = await auth.newPerson(`other-${store.id}@example.com`);
    expect((await auth.callAs(other, listSessions, { sessionToken: phone })).sessions).toEqual([]);
  });

  test('expired sessions are not listed', async () => {
    auth.clock.pass(7_200_000);
    expect(await sessions('')).toEqual([]);
  });

  test('signing out everywhere ends all sessions, or all but the current one', async () => {
    const [phone, tablet] = [await signInWith('Phone'), await signInWith('Tablet')];
    const others = await auth.newStore();
    const first = await auth.callAs(personId, signOutEverywhere, { exceptSessionToken: phone });
    expect(first).toEqual({ endedSessions: 2 });
    expect([await isOpen(phone), await isOpen(tablet)]).toEqual([true, false]);
    await auth.callAs(personId, signOutEverywhere, { exceptSessionToken: '' });
    expect([await isOpen(phone), await isOpen(others.ownerSession)]).toEqual([false, true]);
  });

  test('a session is ended by its id, by its own person only', async () => {
    const [phone, tablet] = [await signInWith('Phone'), await signInWith('Tablet')];
    const sessionId = (await sessions(phone)).find(({ current }) => current)!.id;
    const other = await auth.newPerson(`other-${store.id}@example.com`);
    await auth.callAs(other, endSession, { sessionId });
    for (const unknown of ['', 'x'.repeat(43), '\u0000']) {
      await auth.callAs(personId, endSession, { sessionId: unknown });
    }
    expect([await isOpen(phone), await isOpen(tablet)]).toEqual([true, true]);
    await auth.callAs(personId, endSession, { sessionId });
    expect([await isOpen(phone), await isOpen(tablet)]).toEqual([false, true]);
  });

  test('the list of sessions uses an index', async () => {
    await auth.deps.db.pool.query(
      `insert into session (token_hash, person_id, created_at, expires_at, idle_expires_at)
       select sha256(n::text::bytea), p.id, now(), now(), now() from generate_series(1, 2000) n, (select id from person limit 1) p`,
    );
    await auth.deps.db.pool.query('analyze session');
    const plan = await planOf(auth.deps.db, (db) => sessionListOfPerson(db, 'per_x', new Date()));
    expect(plan.scans.join()).toMatch(/session_person/);
  });
});

describe('profile', () => {
  test('an update changes only the given fields, and the session returns the new profile', async () => {
    const changed = await auth.callAs(personId, updateProfile, {
      name: '  Ana   María ',
      language: undefined,
    });
    expect(changed.person).toMatchObject({ name: 'Ana María', language: 'es' });
    await auth.callAs(personId, updateProfile, { name: undefined, language: 'en' });
    const { person } = await auth.call(getSession, { token: store.ownerSession });
    expect(person).toEqual({ id: personId, name: 'Ana María', email: store.ownerEmail, language: 'en' });
  });

  test('an update from an outdated version is refused', async () => {
    const { profileVersion: expectedVersion } = await auth.call(getSession, { token: store.ownerSession });
    const results = await Promise.allSettled(
      ['Uno', 'Dos'].map((name) =>
        auth.callAs(personId, updateProfile, { name, language: undefined, expectedVersion }),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', details: [{ reason: 'changed_since_read' }] },
    });
  });

  test.each([
    { name: ' ', language: undefined },
    { name: 'x'.repeat(101), language: undefined },
    { name: 'A\u0000', language: undefined },
    { name: undefined, language: 'fr' },
  ])('a profile with %j is refused', async (profile) => {
    const refused = auth.callAs(personId, updateProfile, profile);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
