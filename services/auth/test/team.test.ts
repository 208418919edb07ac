import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StoreRole, type NewcomerProof } from '@commerce/proto/commerce/auth/v1/people.ts';
import { acceptInvitation } from '../src/rpc/accept-invitation.ts';
import { getInvitation } from '../src/rpc/get-invitation.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { inviteTeamUser } from '../src/rpc/invite-team-user.ts';
import { listInvitations } from '../src/rpc/list-invitations.ts';
import { listTeam } from '../src/rpc/list-team.ts';
import { removeTeamUser } from '../src/rpc/remove-team-user.ts';
import { revokeInvitation } from '../src/rpc/revoke-invitation.ts';
import { setTeamRole } from '../src/rpc/set-team-role.ts';
import { AuthFixture, PASSWORD, type TestStore } from './support/fixture.ts';
import { mailedSecret, mailsOf } from './support/mails.ts';

const DAY = 86_400_000;
const NOBODY: NewcomerProof = {
  sessionToken: '',
  password: '',
  name: '',
  language: 'es',
  ip: '192.0.2.7',
  userAgent: 'Firefox',
};
const NEWCOMER = { ...NOBODY, name: 'Beto', password: 'una clave bien larga' };
const GONE = { code: 'not_found' };

let auth: AuthFixture;
let store: TestStore;
let owner: string;
let email: string;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  store = await auth.newStore();
  owner = (await auth.call(getSession, { token: store.ownerSession })).person!.id;
  email = `beto-${store.id}@example.com`;
});

const invite = (role: StoreRole = StoreRole.SALES, to = email) =>
  auth.callAs(owner, inviteTeamUser, { email: to, role }, store.id);
const accept = (token: string, proof: NewcomerProof) => auth.call(acceptInvitation, { token, proof });
const team = async () => (await auth.callAs(owner, listTeam, {}, store.id)).users;
const invitations = async () => (await auth.callAs(owner, listInvitations, {}, store.id)).invitations;
const setRole = (personId: string, role: StoreRole) =>
  auth.callAs(owner, setTeamRole, { personId, role }, store.id);
/** A change by somebody who has read another role. */
const setRoleFrom = (expectedRole: StoreRole, personId: string, role: StoreRole) =>
  auth.callAs(owner, setTeamRole, { personId, role, expectedRole }, store.id);
const remove = (personId: string) => auth.callAs(owner, removeTeamUser, { personId }, store.id);
const rolesIn = async (token: string) =>
  (await auth.call(getSession, { token })).memberships.map(({ storeId, role }) => [storeId, role]);

/** Somebody new of the team. */
async function newMember(role: StoreRole): Promise<{ id: string; session: string }> {
  const to = `${role}-${email}`;
  await invite(role, to);
  const { result } = await accept(await mailedSecret(auth, to), NEWCOMER);
  if (result?.$case !== 'joined') throw new Error('did not join');
  return { id: result.value.personId, session: result.value.session!.token };
}

describe('an invitation', () => {
  test('is mailed, tells what it is for, and makes a new person one of the store, signed in', async () => {
    const { invitation } = await invite();
    const told = {
      id: expect.stringMatching(/^inv_/),
      email,
      role: StoreRole.SALES,
      invitedBy: 'Ana',
      createdAtMs: auth.clock.nowMs,
      expiresAtMs: auth.clock.nowMs + 7 * DAY,
    };
    expect(invitation).toEqual(told);
    expect(await invitations()).toEqual([told]);
    const [mail] = await mailsOf(auth);
    expect(mail).toMatchObject({
      to: [{ address: email }],
      subject: 'Ana te invita a La Tienda / Ana invites you to La Tienda',
    });
    expect(mail!.text).toContain('Tu rol: Ventas');
    const token = /https:\/\/commerce\.example\/invitations#(\S{43})$/m.exec(mail!.text)![1]!;
    expect(await auth.call(getInvitation, { token })).toEqual({
      storeId: store.id,
      storeName: 'La Tienda',
      invitation: told,
      personExists: false,
    });
    const { result, storeId } = await accept(token, NEWCOMER);
    if (result?.$case !== 'joined') throw new Error('did not join');
    expect(storeId).toBe(store.id);
    const { person, memberships } = await auth.call(getSession, { token: result.value.session!.token });
    expect(person).toMatchObject({ name: 'Beto', email, language: 'es' });
    expect(memberships).toMatchObject([{ storeId: store.id, role: StoreRole.SALES }]);
    expect(await invitations()).toEqual([]);
    expect((await team()).map(({ name, role }) => [name, role])).toEqual([
      ['Ana', StoreRole.OWNER],
      ['Beto', StoreRole.SALES],
    ]);
  });

  test('works once, however many use it at once', async () => {
    await invite();
    const token = await mailedSecret(auth, email);
    const uses = await Promise.allSettled([1, 2, 3].map(() => accept(token, NEWCOMER)));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(accept(token, NEWCOMER)).rejects.toMatchObject(GONE);
    await expect(auth.call(getInvitation, { token })).rejects.toMatchObject(GONE);
    expect(await team()).toHaveLength(2);
  });

  test('ends after seven days, and when it is revoked', async () => {
    await invite();
    const late = await mailedSecret(auth, email);
    auth.clock.pass(7 * DAY);
    await expect(accept(late, NEWCOMER)).rejects.toMatchObject(GONE);
    const { invitation } = await invite(StoreRole.STOCK, `other-${email}`);
    const revoked = await mailedSecret(auth, `other-${email}`);
    const revoke = (storeId: string) =>
      auth.callAs(owner, revokeInvitation, { invitationId: invitation!.id }, storeId);
    await expect(revoke((await auth.newStore()).id)).rejects.toMatchObject(GONE);
    await revoke(store.id);
    await expect(accept(revoked, NEWCOMER)).rejects.toMatchObject(GONE);
    await expect(revoke(store.id)).rejects.toMatchObject(GONE);
  });

  test('that is sent again replaces the one before, and its link', async () => {
    await invite(StoreRole.MANAGER);
    const first = await mailedSecret(auth, email);
    await invite(StoreRole.STOCK);
    await expect(auth.call(getInvitation, { token: first })).rejects.toMatchObject(GONE);
    const { invitation } = await auth.call(getInvitation, { token: await mailedSecret(auth, email) });
    expect(invitation!.role).toBe(StoreRole.STOCK);
    expect(await invitations()).toHaveLength(1);
  });

  test('to somebody who exists lets in only who proves to be them', async () => {
    await auth.newPerson(email);
    await invite();
    const [mail] = await mailsOf(auth);
    // The language is known: one is enough.
    expect(mail!.subject).toBe('Ana te invita a La Tienda');
    const token = /#(\S{43})$/m.exec(mail!.text)![1]!;
    expect((await auth.call(getInvitation, { token })).personExists).toBe(true);
    const wrong = { result: { $case: 'wrongCredentials', value: true }, storeId: '' };
    expect(await accept(token, NEWCOMER)).toEqual(wrong);
    expect(await accept(token, { ...NOBODY, sessionToken: store.ownerSession })).toEqual(wrong);
    const session = await auth.signIn(email);
    const { result } = await accept(token, { ...NOBODY, sessionToken: session });
    expect(result).toEqual({ $case: 'joined', value: { personId: expect.any(String), session: undefined } });
    expect(await rolesIn(session)).toEqual([[store.id, StoreRole.SALES]]);
  });

  test('to somebody who exists can be accepted with their password, tried as often as a sign-in', async () => {
    await auth.newPerson(email);
    await invite();
    const token = await mailedSecret(auth, email);
    for (let n = 0; n < 9; n++) await accept(token, NEWCOMER);
    const { result } = await accept(token, { ...NOBODY, password: PASSWORD });
    expect(result).toMatchObject({ $case: 'joined', value: { session: { token: expect.any(String) } } });
  });

  test('tries of a password end after ten', async () => {
    await auth.newPerson(email);
    await invite();
    const token = await mailedSecret(auth, email);
    for (let n = 0; n < 10; n++) await accept(token, NEWCOMER);
    const { result } = await accept(token, { ...NOBODY, password: PASSWORD });
    expect(result).toEqual({ $case: 'retryAfterS', value: 600 });
  });

  test('is refused for who is of the team, for what is no e-mail, and for what is no role', async () => {
    await expect(invite(StoreRole.SALES, store.ownerEmail)).rejects.toMatchObject({
      details: [{ reason: 'already_member' }],
    });
    await expect(invite(StoreRole.SALES, 'no e-mail')).rejects.toMatchObject({ code: 'invalid_request' });
    for (const role of [StoreRole.UNSPECIFIED, 99 as StoreRole])
      await expect(invite(role)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is not taken with a password or a name that a person cannot have', async () => {
    await invite();
    const token = await mailedSecret(auth, email);
    for (const bad of [{ password: 'short' }, { name: ' ' }, { language: 'fr' }])
      await expect(accept(token, { ...NEWCOMER, ...bad })).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await accept(token, NEWCOMER)).result?.$case).toBe('joined');
  });

  test('can be made fifty times an hour', async () => {
    for (let n = 0; n < 50; n++) await invite();
    await expect(invite()).rejects.toMatchObject({ details: [{ reason: 'too_many_invitations' }] });
    auth.clock.pass(3_600_000);
    await invite();
  });

  test('is refused when a hundred are of the team or invited', async () => {
    for (let n = 1; n < 100; n++) {
      if (n % 40 === 0) auth.clock.pass(3_600_000);
      await invite(StoreRole.SALES, `${n}-${email}`);
    }
    auth.clock.pass(3_600_000);
    await expect(invite()).rejects.toMatchObject({ details: [{ reason: 'team_full' }] });
    await invite(StoreRole.STOCK, `1-${email}`);
  });
});

describe('a role', () => {
  test('that is set is in force with the next request, and the session goes on', async () => {
    const { id, session } = await newMember(StoreRole.SALES);
    expect((await setRole(id, StoreRole.STOCK)).user).toMatchObject({ name: 'Beto', role: StoreRole.STOCK });
    expect(await rolesIn(session)).toEqual([[store.id, StoreRole.STOCK]]);
  });

  test('of somebody of another store is not there', async () => {
    const { id } = await newMember(StoreRole.SALES);
    const other = await auth.newStore();
    const request = { personId: id, role: StoreRole.STOCK };
    await expect(auth.callAs(owner, setTeamRole, request, other.id)).rejects.toMatchObject(GONE);
    await expect(auth.callAs(owner, removeTeamUser, request, other.id)).rejects.toMatchObject(GONE);
  });
});

describe('who is removed', () => {
  test('may nothing there from the next request on, and keeps the account', async () => {
    const { id, session } = await newMember(StoreRole.MANAGER);
    await remove(id);
    const { person, memberships } = await auth.call(getSession, { token: session });
    expect([person?.name, memberships]).toEqual(['Beto', []]);
    await expect(remove(id)).rejects.toMatchObject(GONE);
  });
});

describe('a store always has an owner', () => {
  const LAST = { code: 'conflict', details: [{ reason: 'last_owner' }] };

  test('the last one is neither removed nor given another role', async () => {
    await newMember(StoreRole.MANAGER);
    await expect(remove(owner)).rejects.toMatchObject(LAST);
    await expect(setRole(owner, StoreRole.MANAGER)).rejects.toMatchObject(LAST);
    expect((await setRole(owner, StoreRole.OWNER)).user).toMatchObject({ role: StoreRole.OWNER });
  });

  test('of two owners who go at the same time one remains', async () => {
    const { id } = await newMember(StoreRole.OWNER);
    for (let round = 0; round < 5; round++) {
      const goes = await Promise.allSettled([setRole(owner, StoreRole.SALES), setRole(id, StoreRole.SALES)]);
      expect(goes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await setRole(owner, StoreRole.OWNER);
      await setRole(id, StoreRole.OWNER);
    }
  });
});

test('a role that was changed since it was read is not changed again', async () => {
  const { id } = await newMember(StoreRole.SALES);
  const results = await Promise.allSettled([
    setRoleFrom(StoreRole.SALES, id, StoreRole.STOCK),
    setRoleFrom(StoreRole.SALES, id, StoreRole.MANAGER),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', details: [{ reason: 'changed_since_read' }] },
  });
});
