import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TeamRole, type NewcomerProof } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../src/deps.ts';
import { Passwords } from '../src/domain/passwords.ts';
import { acceptInvitation } from '../src/rpc/accept-invitation.ts';
import { changePassword } from '../src/rpc/change-password.ts';
import { completeSignUp } from '../src/rpc/complete-sign-up.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { inviteTeamUser } from '../src/rpc/invite-team-user.ts';
import { requestPasswordReset } from '../src/rpc/request-password-reset.ts';
import { resetPassword } from '../src/rpc/reset-password.ts';
import { signIn } from '../src/rpc/sign-in.ts';
import { signUpMerchant } from '../src/rpc/sign-up-merchant.ts';
import { sessionInsert } from '../src/store/session.ts';
import { contextOf } from './support/developers.ts';
import { AuthFixture, PASSWORD } from './support/fixture.ts';
import { untilLocked } from './support/locks.ts';
import { mailedSecret } from './support/mails.ts';

const NEW = 'una clave bien distinta';
const IP = '192.0.2.1';
const WRONG = { $case: 'wrongCredentials', value: true };

/** Passwords that a step follows: between the check of one and what the caller does then. */
class SlowPasswords extends Passwords {
  readonly #afterCheck: () => Promise<unknown>;

  constructor(afterCheck: () => Promise<unknown>) {
    super();
    this.#afterCheck = afterCheck;
  }

  override async matches(password: string, hash: string | undefined): Promise<boolean> {
    const matches = await super.matches(password, hash);
    await this.#afterCheck();
    return matches;
  }
}

let auth: AuthFixture;
let email: string;
let personId: string;
/** Secret of a link to reset the password. */
let token: string;
let people = 0;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  email = `ana-${(people += 1)}@example.com`;
  personId = await auth.newPerson(email);
  await auth.call(requestPasswordReset, { email, ip: `198.51.100.${people}` });
  token = await mailedSecret(auth, email);
});

/** Calls an RPC's handler; the password is reset after it has been checked. */
async function callDuringReset<Q, R>(rpc: (deps: Deps) => Handler<Q, R>, request: Q): Promise<R> {
  const passwords = new SlowPasswords(() => auth.call(resetPassword, { token, password: NEW }));
  return (await rpc({ ...auth.deps, passwords })(contextOf({ personId, email }), request)) as R;
}
const proof = (password: string): NewcomerProof => ({
  sessionToken: '',
  password,
  name: '',
  language: 'es',
  ip: IP,
  userAgent: '',
});
const attempt = async (password: string) =>
  (await auth.call(signIn, { email, password, ip: '192.0.2.99', userAgent: '' })).result;
const sessions = (): Promise<number> => auth.deps.prisma.acrossStores.session.count({ where: { personId } });

test('a sign-in is refused as with a wrong password when the password is reset after its check', async () => {
  const { result } = await callDuringReset(signIn, { email, password: PASSWORD, ip: IP, userAgent: '' });
  expect(result).toEqual(WRONG);
  expect(await sessions()).toBe(0);
  expect(await attempt(NEW)).toMatchObject({ $case: 'session' });
});

test('a change of the password does not replace one that was reset after its check', async () => {
  const change = { currentPassword: PASSWORD, password: 'la clave del intruso', ip: IP, userAgent: '' };
  expect((await callDuringReset(changePassword, change)).result).toEqual(WRONG);
  expect(await attempt('la clave del intruso')).toEqual(WRONG);
  expect(await attempt(NEW)).toMatchObject({ $case: 'session' });
});

test('an invitation is neither accepted nor used up when the password is reset after its check', async () => {
  const store = await auth.newStore();
  const owner = (await auth.call(getSession, { token: store.ownerSession })).person!.id;
  await auth.callAs(owner, inviteTeamUser, { email, role: TeamRole.SALES, developerId: '' }, store.id);
  const link = await mailedSecret(auth, email);
  const refused = await callDuringReset(acceptInvitation, { token: link, proof: proof(PASSWORD) });
  expect(refused).toEqual({ result: WRONG, storeId: '', developerId: '' });
  expect(await sessions()).toBe(0);
  const { result } = await auth.call(acceptInvitation, { token: link, proof: proof(NEW) });
  expect(result).toMatchObject({ $case: 'joined', value: { personId } });
});

test('a sign-up is neither completed nor used up when the password is reset after its check', async () => {
  const request = { email, name: 'Ana', storeName: 'La Tienda', language: 'es', ip: `203.0.113.${people}` };
  await auth.call(signUpMerchant, request);
  const link = await mailedSecret(auth, email);
  const refused = await callDuringReset(completeSignUp, { token: link, proof: proof(PASSWORD) });
  expect(refused).toEqual({ result: WRONG, storeId: '', developerId: '' });
  expect(await sessions()).toBe(0);
  const { result } = await auth.call(completeSignUp, { token: link, proof: proof(NEW) });
  expect(result).toMatchObject({ $case: 'joined', value: { personId } });
});

test('a session that is opened while a new password is being committed waits, and is refused', async () => {
  const { prisma, db } = auth.deps;
  const { passwordHash } = await prisma.acrossStores.person.findFirstOrThrow({ where: { id: personId } });
  const at = new Date(auth.clock.nowMs + 60_000);
  const session = { personId, createdAt: at, expiresAt: at, idleExpiresAt: at, userAgent: '', cli: false };
  const other = await db.pool.connect();
  try {
    await other.query('begin');
    await other.query(`update person set password_hash = 'new' where id = $1`, [personId]);
    const inserted = sessionInsert(db, { ...session, tokenHash: Buffer.from('secret') }, passwordHash);
    await untilLocked(auth, 1);
    await other.query('commit');
    expect(await inserted).toBe(false);
  } finally {
    other.release();
  }
  expect(await sessions()).toBe(0);
});
