import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TeamRole, type NewcomerProof } from '@commerce/proto/commerce/auth/v1/people.ts';
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
const ANONYMOUS: NewcomerProof = {
  sessionToken: '',
  password: '',
  name: '',
  language: 'es',
  ip: '192.0.2.7',
  userAgent: 'Firefox',
};
const NEWCOMER = { ...ANONYMOUS, name: 'Beto', password: 'una clave bien larga' };
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

const invite = (role: TeamRole = TeamRole.SALES, to = email) =>
  auth.callAs(owner, inviteTeamUser, { email: to, role, developerId: '' }, store.id);
const accept = (token: string, proof: NewcomerProof) => auth.call(acceptInvitation, { token, proof });
const team = async () => (await auth.callAs(owner, listTeam, { developerId: '' }, store.id)).users;
const invitations = async () =>
  (await auth.callAs(owner, listInvitations, { developerId: '' }, store.id)).invitations;
const setRole = (personId: string, role: TeamRole) =>
  auth.callAs(owner, setTeamRole, { personId, role, developerId: '' }, store.id);
/** Sets a role, expecting the current one. */
const setRoleFrom = (expectedRole: TeamRole, personId: string, role: TeamRole) =>
  auth.callAs(owner, setTeamRole, { personId, role, expectedRole, developerId: '' }, store.id);
const remove = (personId: string) =>
  auth.callAs(owner, removeTeamUser, { personId, developerId: '' }, store.id);
const rolesIn = async (token: string) =>
  (await auth.call(getSession, { token })).memberships.map(({ storeId, role }) => [storeId, role]);

/** Adds a new member to the team. */
async function newMember(role: TeamRole): Promise<{ id: string; session: string }> {
  const to = `${role}-${email}`;
  await invite(role, to);
  const { result } = await accept(await mailedSecret(auth, to), NEWCOMER);
  if (result?.$case !== 'joined') throw new Error('did not join');
  return { id: result.value.personId, session: result.value.session!.token };
}

describe('invitation', () => {
  test('an invitation is mailed, shows its store, and adds a new person to the team, signed in', async () => {
    const { invitation } = await invite();
    const expected = {
      id: expect.stringMatching(/^inv_/),
      email,
      role: TeamRole.SALES,
      invitedBy: 'Ana',
      createdAtMs: auth.clock.nowMs,
      expiresAtMs: auth.clock.nowMs + 7 * DAY,
    };
    expect(invitation).toEqual(expected);
    expect(await invitations()).toEqual([expected]);
    const [mail] = await mailsOf(auth);
    expect(mail).toMatchObject({
      to: [{ address: email }],
      subject: 'Ana te invita a La Tienda en Mostrador',
    });
    expect(mail!.text).toContain('Tu rol: Ventas');
    const token = /https:\/\/commerce\.example\/invitations#(\S{43})$/m.exec(mail!.text)![1]!;
    expect(await auth.call(getInvitation, { token })).toEqual({
      storeId: store.id,
      teamName: 'La Tienda',
      invitation: expected,
      personExists: false,
    });
    const { result, storeId } = await accept(token, NEWCOMER);
    if (result?.$case !== 'joined') throw new Error('did not join');
    expect(storeId).toBe(store.id);
    const { person, memberships } = await auth.call(getSession, { token: result.value.session!.token });
    expect(person).toMatchObject({ name: 'Beto', email, language: 'es' });
    expect(memberships).toMatchObject([{ storeId: store.id, role: TeamRole.SALES }]);
    expect(await invitations()).toEqual([]);
    expect((await team()).map(({ name, role }) => [name, role])).toEqual([
      ['Ana', TeamRole.OWNER],
      ['Beto', TeamRole.SALES],
    ]);
  });

  test('concurrent uses of an invitation accept it once', async () => {
    await invite();
    const token = await mailedSecret(auth, email);
    const uses = await Promise.allSettled([1, 2, 3].map(() => accept(token, NEWCOMER)));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(accept(token, NEWCOMER)).rejects.toMatchObject(GONE);
    await expect(auth.call(getInvitation, { token })).rejects.toMatchObject(GONE);
    expect(await team()).toHaveLength(2);
  });

  test('an invitation ends after seven days, or when it is revoked', async () => {
    await invite();
    const late = await mailedSecret(auth, email);
    auth.clock.pass(7 * DAY);
    await expect(accept(late, NEWCOMER)).rejects.toMatchObject(GONE);
    const { invitation } = await invite(TeamRole.STOCK, `other-${email}`);
    const revoked = await mailedSecret(auth, `other-${email}`);
    const revoke = (storeId: string) =>
      auth.callAs(owner, revokeInvitation, { invitationId: invitation!.id, developerId: '' }, storeId);
    await expect(revoke((await auth.newStore()).id)).rejects.toMatchObject(GONE);
    await revoke(store.id);
    await expect(accept(revoked, NEWCOMER)).rejects.toMatchObject(GONE);
    await expect(revoke(store.id)).rejects.toMatchObject(GONE);
  });

  test('a repeated invitation replaces the previous one and its link', async () => {
    await invite(TeamRole.MANAGER);
    const first = await mailedSecret(auth, email);
    await invite(TeamRole.STOCK);
    await expect(auth.call(getInvitation, { token: first })).rejects.toMatchObject(GONE);
    const { invitation } = await auth.call(getInvitation, { token: await mailedSecret(auth, email) });
    expect(invitation!.role).toBe(TeamRole.STOCK);
    expect(await invitations()).toHaveLength(1);
  });

  test('an existing person must prove their identity to accept an invitation', async () => {
    await auth.newPerson(email);
    await invite();
    const [mail] = await mailsOf(auth);
    // The language of an existing person is known.
    expect(mail!.subject).toBe('Ana te invita a La Tienda en Mostrador');
    const token = /#(\S{43})$/m.exec(mail!.text)![1]!;
    expect((await auth.call(getInvitation, { token })).personExists).toBe(true);
    const wrong = { result: { $case: 'wrongCredentials', value: true }, storeId: '', developerId: '' };
    expect(await accept(token, NEWCOMER)).toEqual(wrong);
    expect(await accept(token, { ...ANONYMOUS, sessionToken: store.ownerSession })).toEqual(wrong);
    const session = await auth.signIn(email);
    const { result } = await accept(token, { ...ANONYMOUS, sessionToken: session });
    expect(result).toEqual({ $case: 'joined', value: { personId: expect.any(String), session: undefined } });
    expect(await rolesIn(session)).toEqual([[store.id, TeamRole.SALES]]);
  });

  test('an existing person can accept with their password, with as many attempts as for a sign-in', async () => {
    await auth.newPerson(email);
    await invite();
    const token = await mailedSecret(auth, email);
    for (let n = 0; n < 9; n++) await accept(token, NEWCOMER);
    const { result } = await accept(token, { ...ANONYMOUS, password: PASSWORD });
    expect(result).toMatchObject({ $case: 'joined', value: { session: { token: expect.any(String) } } });
  });

  test('attempts with a wrong password end after ten', async () => {
    await auth.newPerson(email);
    await invite();
    const token = await mailedSecret(auth, email);
    for (let n = 0; n < 10; n++) await accept(token, NEWCOMER);
    const { result } = await accept(token, { ...ANONYMOUS, password: PASSWORD });
    expect(result).toEqual({ $case: 'retryAfterS', value: 600 });
  });

  test('members of the team, invalid emails and invalid roles cannot be invited', async () => {
    await expect(invite(TeamRole.SALES, store.ownerEmail)).rejects.toMatchObject({
      details: [{ reason: 'already_member' }],
    });
    await expect(invite(TeamRole.SALES, 'not an email')).rejects.toMatchObject({ code: 'invalid_request' });
    for (const role of [TeamRole.UNSPECIFIED, 99 as TeamRole])
      await expect(invite(role)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('an invitation is not accepted with an invalid password, name or language', async () => {
    await invite();
    const token = await mailedSecret(auth, email);
    for (const bad of [{ password: 'short' }, { name: ' ' }, { language: 'fr' }])
      await expect(accept(token, { ...NEWCOMER, ...bad })).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await accept(token, NEWCOMER)).result?.$case).toBe('joined');
  });

  test('a store sends at most fifty invitations an hour', async () => {
    for (let n = 0; n < 50; n++) await invite();
    await expect(invite()).rejects.toMatchObject({ details: [{ reason: 'too_many_invitations' }] });
    auth.clock.pass(3_600_000);
    await invite();
  });

  test('a store has at most a hundred members and invitations', async () => {
    for (let n = 1; n < 100; n++) {
      if (n % 40 === 0) auth.clock.pass(3_600_000);
      await invite(TeamRole.SALES, `${n}-${email}`);
    }
    auth.clock.pass(3_600_000);
    await expect(invite()).rejects.toMatchObject({ details: [{ reason: 'team_full' }] });
    await invite(TeamRole.STOCK, `1-${email}`);
  });
});

describe('role', () => {
  test('a new role takes effect with the next request of the same session', async () => {
    const { id, session } = await newMember(TeamRole.SALES);
    expect((await setRole(id, TeamRole.STOCK)).user).toMatchObject({ name: 'Beto', role: TeamRole.STOCK });
    expect(await rolesIn(session)).toEqual([[store.id, TeamRole.STOCK]]);
  });

  test("the role of another store's member is not found", async () => {
    const { id } = await newMember(TeamRole.SALES);
    const other = await auth.newStore();
    const request = { personId: id, role: TeamRole.STOCK, developerId: '' };
    await expect(auth.callAs(owner, setTeamRole, request, other.id)).rejects.toMatchObject(GONE);
    await expect(auth.callAs(owner, removeTeamUser, request, other.id)).rejects.toMatchObject(GONE);
  });
});

describe('removal from the team', () => {
  test('a removed member has no access from the next request on, and keeps the account', async () => {
    const { id, session } = await newMember(TeamRole.MANAGER);
    await remove(id);
    const { person, memberships } = await auth.call(getSession, { token: session });
    expect([person?.name, memberships]).toEqual(['Beto', []]);
    await expect(remove(id)).rejects.toMatchObject(GONE);
  });
});

describe('last owner', () => {
  const LAST = { code: 'conflict', details: [{ reason: 'last_owner' }] };

  test('the last owner can neither be removed nor given another role', async () => {
    await newMember(TeamRole.MANAGER);
    await expect(remove(owner)).rejects.toMatchObject(LAST);
    await expect(setRole(owner, TeamRole.MANAGER)).rejects.toMatchObject(LAST);
    expect((await setRole(owner, TeamRole.OWNER)).user).toMatchObject({ role: TeamRole.OWNER });
  });

  test('of two owners who resign concurrently one remains', async () => {
    const { id } = await newMember(TeamRole.OWNER);
    for (let round = 0; round < 5; round++) {
      const goes = await Promise.allSettled([setRole(owner, TeamRole.SALES), setRole(id, TeamRole.SALES)]);
      expect(goes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await setRole(owner, TeamRole.OWNER);
      await setRole(id, TeamRole.OWNER);
    }
  });
});

test('a change from an outdated role is refused', async () => {
  const { id } = await newMember(TeamRole.SALES);
  const results = await Promise.allSettled([
    setRoleFrom(TeamRole.SALES, id, TeamRole.STOCK),
    setRoleFrom(TeamRole.SALES, id, TeamRole.MANAGER),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', details: [{ reason: 'changed_since_read' }] },
  });
});
