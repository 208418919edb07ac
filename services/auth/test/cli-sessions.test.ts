import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { changePassword } from '../src/rpc/change-password.ts';
import { createCliCode } from '../src/rpc/create-cli-code.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { listSessions } from '../src/rpc/list-sessions.ts';
import { requestPasswordReset } from '../src/rpc/request-password-reset.ts';
import { resetPassword } from '../src/rpc/reset-password.ts';
import { signOut } from '../src/rpc/sign-out.ts';
import { signOutEverywhere } from '../src/rpc/sign-out-everywhere.ts';
import { startCliSession } from '../src/rpc/start-cli-session.ts';
import { AuthFixture, PASSWORD, type TestStore } from './support/fixture.ts';
import { untilLocked } from './support/locks.ts';
import { mailedSecret } from './support/mails.ts';

const NEW = 'una clave bien distinta';
const IP = '192.0.2.1';
const DAY = 86_400_000;
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = sha256(VERIFIER).toString('base64url');
const REFUSED = { code: 'invalid_request', details: [{ field: 'code' }] };

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

const newCode = async (sessionToken = store.ownerSession): Promise<string> =>
  (await auth.callAs(personId, createCliCode, { codeChallenge: CHALLENGE, sessionToken })).code;
const start = (code: string, codeVerifier = VERIFIER, on = auth) =>
  on.call(startCliSession, { code, codeVerifier, userAgent: 'mostrador-cli/1 (linux)' });
const isOpen = async (token: string): Promise<boolean> =>
  (await auth.call(getSession, { token })).person !== undefined;
const sessions = (): Promise<number> => auth.deps.prisma.acrossStores.session.count({ where: { personId } });

async function reset(): Promise<void> {
  await auth.call(requestPasswordReset, { email: store.ownerEmail, ip: IP });
  await auth.call(resetPassword, { token: await mailedSecret(auth, store.ownerEmail), password: NEW });
}

test('a code and its verifier open a session that is marked and ends after 30 days', async () => {
  const { token, expiresAtMs } = (await start(await newCode())).session!;
  expect(expiresAtMs).toBe(auth.clock.nowMs + 30 * DAY);
  expect(await auth.call(getSession, { token })).toMatchObject({ person: { id: personId }, cli: true });
  const listed = await auth.callAs(personId, listSessions, { sessionToken: token });
  expect(listed.sessions.filter(({ current }) => current)).toMatchObject([
    { userAgent: 'mostrador-cli/1 (linux)' },
  ]);
  auth.clock.pass(29 * DAY);
  expect(await isOpen(token)).toBe(true);
  auth.clock.pass(DAY);
  expect(await isOpen(token)).toBe(false);
});

test('a code with another verifier, one older than 60 seconds and a changed one are refused', async () => {
  const code = await newCode();
  await expect(start(code, 'w'.repeat(43))).rejects.toMatchObject(REFUSED);
  await expect(start(`${code}x`)).rejects.toMatchObject(REFUSED);
  auth.clock.pass(60_000);
  await expect(start(code)).rejects.toMatchObject(REFUSED);
});

test('a code opens one session, even concurrently at several replicas', async () => {
  const replica = auth.replica();
  const code = await newCode();
  const uses = await Promise.allSettled(
    [auth, replica, auth, replica].map((on) => start(code, VERIFIER, on)),
  );
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(start(code)).rejects.toMatchObject(REFUSED);
  expect(await sessions()).toBe(2);
  await replica.close();
});

test('a wrong verifier does not use up the code', async () => {
  const code = await newCode();
  await expect(start(code, 'w'.repeat(43))).rejects.toMatchObject(REFUSED);
  expect((await start(code)).session).toBeDefined();
});

test.each([
  ['signed out', () => auth.call(signOut, { token: store.ownerSession })],
  ['signed out everywhere', () => auth.callAs(personId, signOutEverywhere, { exceptSessionToken: '' })],
  ['reset the password', reset],
])('a code is refused once its person has %s', async (_what, end) => {
  const code = await newCode();
  await end();
  await expect(start(code)).rejects.toMatchObject(REFUSED);
  expect(await sessions()).toBe(0);
});

test('a code is refused after a change of the password, and one of the new session works', async () => {
  const [code, other] = [await newCode(), await newCode(await auth.signIn(store.ownerEmail))];
  const change = { currentPassword: PASSWORD, password: NEW, ip: IP, userAgent: '' };
  const { session } = await auth.callAs(personId, changePassword, change);
  for (const old of [code, other]) await expect(start(old)).rejects.toMatchObject(REFUSED);
  expect((await start(await newCode(session!.token))).session).toBeDefined();
});

test("a code works only with a session in force of its person's", async () => {
  const others = await auth.newStore();
  for (const token of ['', 'x'.repeat(43), others.ownerSession])
    await expect(start(await newCode(token))).rejects.toMatchObject(REFUSED);
  auth.clock.pass(7_200_000);
  await expect(start(await newCode())).rejects.toMatchObject(REFUSED);
});

test('a code that is used while all sessions are being ended is refused', async () => {
  const code = await newCode();
  const other = await auth.deps.db.pool.connect();
  try {
    await other.query('begin');
    await other.query('select 1 from person where id = $1 for no key update', [personId]);
    await other.query('delete from session where person_id = $1', [personId]);
    const used = expect(start(code)).rejects.toMatchObject(REFUSED);
    await untilLocked(auth, 1);
    await other.query('commit');
    await used;
  } finally {
    other.release();
  }
  expect(await sessions()).toBe(0);
});

test('signing out everywhere ends a session that is being opened', async () => {
  const other = await auth.deps.db.pool.connect();
  try {
    await other.query('begin');
    await other.query('select 1 from person where id = $1 for share', [personId]);
    await other.query(
      `insert into session (token_hash, person_id, created_at, expires_at, idle_expires_at)
       values (sha256('opening'), $1, now(), now(), now())`,
      [personId],
    );
    const ended = auth.callAs(personId, signOutEverywhere, { exceptSessionToken: '' });
    await untilLocked(auth, 1);
    await other.query('commit');
    expect(await ended).toEqual({ endedSessions: 2 });
  } finally {
    other.release();
  }
});
