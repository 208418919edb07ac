import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TeamRole, type NewcomerProof } from '@commerce/proto/commerce/auth/v1/people.ts';
import { acceptInvitation } from '../src/rpc/accept-invitation.ts';
import { createDeveloperStore } from '../src/rpc/create-developer-store.ts';
import { getInvitation } from '../src/rpc/get-invitation.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { inviteTeamUser } from '../src/rpc/invite-team-user.ts';
import { listInvitations } from '../src/rpc/list-invitations.ts';
import { listTeam } from '../src/rpc/list-team.ts';
import { removeTeamUser } from '../src/rpc/remove-team-user.ts';
import { revokeInvitation } from '../src/rpc/revoke-invitation.ts';
import { setTeamRole } from '../src/rpc/set-team-role.ts';
import { createDeveloper } from '../src/seed.ts';
import { AuthFixture } from './support/fixture.ts';
import { mailedSecret, mailsOf } from './support/mails.ts';

const PROOF: NewcomerProof = {
  sessionToken: '',
  password: 'una clave bien larga',
  name: 'Beto',
  language: 'es',
  ip: '192.0.2.7',
  userAgent: 'Firefox',
};
const GONE = { code: 'not_found' };

let auth: AuthFixture;
let owner: string;
let developerId: string;
let email: string;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  const store = await auth.newStore();
  owner = (await auth.call(getSession, { token: store.ownerSession })).person!.id;
  const developer = { name: 'Zoe Apps', memberIds: [owner], createdAt: new Date(auth.clock.nowMs) };
  developerId = await createDeveloper(auth.deps.prisma, developer);
  email = `beto-${developerId}@example.com`;
});

const invite = (role: TeamRole = TeamRole.DEVELOPER, to = email) =>
  auth.callAs(owner, inviteTeamUser, { email: to, role, developerId });
const team = async () => (await auth.callAs(owner, listTeam, { developerId })).users;
const setRole = (personId: string, role: TeamRole) =>
  auth.callAs(owner, setTeamRole, { personId, role, developerId });
const remove = (personId: string) => auth.callAs(owner, removeTeamUser, { personId, developerId });
const accountsOf = async (token: string) => {
  const { developers, memberships } = await auth.call(getSession, { token });
  return {
    developers: developers.map(({ id, role }) => [id, role]),
    stores: memberships.map(({ storeName, role }) => [storeName, role]),
  };
};

async function join(role: TeamRole = TeamRole.DEVELOPER): Promise<{ id: string; session: string }> {
  await invite(role);
  const token = await mailedSecret(auth, email);
  const { result } = await auth.call(acceptInvitation, { token, proof: PROOF });
  if (result?.$case !== 'joined') throw new Error('did not join');
  return { id: result.value.personId, session: result.value.session!.token };
}

test('an invitation is mailed, shows the developer account, and adds a person to it and to its test stores', async () => {
  await auth.callAs(owner, createDeveloperStore, { developerId, name: 'Primera' });
  const { invitation } = await invite();
  expect(invitation).toMatchObject({ email, role: TeamRole.DEVELOPER, invitedBy: 'Ana' });
  const { invitations } = await auth.callAs(owner, listInvitations, { developerId });
  expect(invitations).toEqual([invitation]);
  const [mail] = await mailsOf(auth);
  expect(mail!.text).toContain('Ana te invita a trabajar en la cuenta de desarrolladores Zoe Apps.');
  expect(mail!.text).toContain('Tu rol: Desarrollo');
  const [, token] = /#(\S{43})$/m.exec(mail!.text) as unknown as [string, string];
  expect(await auth.call(getInvitation, { token })).toEqual({
    storeId: '',
    teamName: 'Zoe Apps',
    invitation,
    personExists: false,
  });
  const accepted = await auth.call(acceptInvitation, { token, proof: PROOF });
  expect(accepted).toMatchObject({ storeId: '', developerId });
  if (accepted.result?.$case !== 'joined') throw new Error('did not join');
  await auth.callAs(owner, createDeveloperStore, { developerId, name: 'Segunda' });
  expect(await accountsOf(accepted.result.value.session!.token)).toEqual({
    developers: [[developerId, TeamRole.DEVELOPER]],
    stores: [
      ['Primera', TeamRole.OWNER],
      ['Segunda', TeamRole.OWNER],
    ],
  });
  expect((await team()).map(({ name, role }) => [name, role])).toEqual([
    ['Ana', TeamRole.OWNER],
    ['Beto', TeamRole.DEVELOPER],
  ]);
  await expect(auth.call(acceptInvitation, { token, proof: PROOF })).rejects.toMatchObject(GONE);
  await expect(invite()).rejects.toMatchObject({ details: [{ reason: 'already_member' }] });
});

test('a new invitation of an email replaces the previous one, and a revoked one is refused', async () => {
  await invite();
  const first = await mailedSecret(auth, email);
  const { invitation } = await invite(TeamRole.OWNER);
  await expect(auth.call(getInvitation, { token: first })).rejects.toMatchObject(GONE);
  const second = await mailedSecret(auth, email);
  const request = { invitationId: invitation!.id, developerId };
  const other = await createDeveloper(auth.deps.prisma, {
    name: 'Otra',
    memberIds: [owner],
    createdAt: new Date(),
  });
  await expect(
    auth.callAs(owner, revokeInvitation, { ...request, developerId: other }),
  ).rejects.toMatchObject(GONE);
  await auth.callAs(owner, revokeInvitation, request);
  await expect(auth.call(acceptInvitation, { token: second, proof: PROOF })).rejects.toMatchObject(GONE);
});

test('a removed member loses the account and its test stores at once, and other accounts stay', async () => {
  await auth.callAs(owner, createDeveloperStore, { developerId, name: 'Primera' });
  const { id, session } = await join();
  const own = await createDeveloper(auth.deps.prisma, {
    name: 'Propia',
    memberIds: [id],
    createdAt: new Date(),
  });
  await remove(id);
  expect(await accountsOf(session)).toEqual({ developers: [[own, TeamRole.OWNER]], stores: [] });
  await expect(remove(id)).rejects.toMatchObject(GONE);
});

test('there is always an owner, and roles of stores are refused', async () => {
  const lastOwner = { details: [{ reason: 'last_owner' }] };
  await expect(remove(owner)).rejects.toMatchObject(lastOwner);
  await expect(setRole(owner, TeamRole.DEVELOPER)).rejects.toMatchObject(lastOwner);
  const { id } = await join();
  await expect(setRole(id, TeamRole.SALES)).rejects.toMatchObject({ details: [{ field: 'role' }] });
  await expect(invite(TeamRole.STOCK, `x-${email}`)).rejects.toMatchObject({ details: [{ field: 'role' }] });
  await setRole(id, TeamRole.OWNER);
  await remove(owner);
  expect((await team()).map(({ personId }) => personId)).toEqual([id]);
});

test('a developer account that does not exist has no team', async () => {
  for (const unknown of ['dev_unknown', 'dev_00000000000000000000000000'])
    await expect(
      auth.callAs(owner, inviteTeamUser, { email, role: TeamRole.OWNER, developerId: unknown }),
    ).rejects.toMatchObject(GONE);
});
