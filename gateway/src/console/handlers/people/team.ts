import { TeamRole, type Invitation, type TeamUser } from '@commerce/proto/commerce/auth/v1/people.ts';
import { enumName, enumValue, type EnumName } from '@commerce/proto/enum.ts';
import type { OpenInvitation, peopleRoutes, TeamMember } from '@commerce/console-api/routes/people.ts';
import { ownersOnly } from '../../access.ts';
import type { CallContext, HandlersOf } from '../../handler.ts';
import { toJson } from '../../to-json.ts';

type TeamRoutes = Pick<
  typeof peopleRoutes,
  'listTeam' | 'setTeamRole' | 'removeTeamUser' | 'listInvitations' | 'invite' | 'revokeInvitation'
>;

type DeveloperTeamRoutes = Pick<
  typeof peopleRoutes,
  | 'listDeveloperTeam'
  | 'setDeveloperRole'
  | 'removeDeveloperUser'
  | 'listDeveloperInvitations'
  | 'inviteDeveloper'
  | 'revokeDeveloperInvitation'
>;

type RoleName = EnumName<typeof TeamRole>;

/** Call of a route of a team: of the developer account of the path, else of the store of the context. */
type TeamCall = Pick<CallContext, 'ctx' | 'services'> & {
  params: { store?: string; developer?: string };
};

async function list({ ctx, services, params: { developer: developerId = '' } }: TeamCall) {
  const { users } = await services.people.listTeam(ctx, { developerId });
  return { items: users.map(memberOf), nextCursor: null };
}

async function setRole({
  ctx,
  services,
  params: { developer: developerId = '', person: personId },
  body,
}: TeamCall & {
  params: { person: string };
  body: { role: RoleName; version: RoleName };
}) {
  const role = enumValue(TeamRole, body.role);
  const expectedRole = enumValue(TeamRole, body.version);
  const { user } = await services.people.setTeamRole(ctx, { personId, developerId, role, expectedRole });
  return { member: memberOf(user!) };
}

async function remove({
  ctx,
  services,
  params: { developer: developerId = '', person: personId },
}: TeamCall & {
  params: { person: string };
}) {
  await services.people.removeTeamUser(ctx, { personId, developerId });
  return { removed: true as const };
}

async function listOpen({ ctx, services, params: { developer: developerId = '' } }: TeamCall) {
  const { invitations } = await services.people.listInvitations(ctx, { developerId });
  return { items: invitations.map(openInvitation), nextCursor: null };
}

async function invite({
  ctx,
  services,
  params: { developer: developerId = '' },
  body,
}: TeamCall & {
  body: { email: string; role: RoleName };
}) {
  const request = { email: body.email, role: enumValue(TeamRole, body.role), developerId };
  const { invitation } = await services.people.inviteTeamUser(ctx, request);
  return { invitation: openInvitation(invitation!) };
}

async function revoke({
  ctx,
  services,
  params: { developer: developerId = '', invitation: invitationId },
}: TeamCall & {
  params: { invitation: string };
}) {
  await services.people.revokeInvitation(ctx, { invitationId, developerId });
  return { revoked: true as const };
}

/** Teams of stores and of developer accounts. */
export const teamHandlers: HandlersOf<TeamRoutes & DeveloperTeamRoutes> = {
  listTeam: list,
  setTeamRole: setRole,
  removeTeamUser: remove,
  listInvitations: listOpen,
  invite,
  revokeInvitation: revoke,

  listDeveloperTeam: list,
  setDeveloperRole: setRole,
  removeDeveloperUser: async (call) => {
    const { session, params } = call;
    const isOwner = session?.developers.some(({ id, role }) => id === params.developer && role === 'owner');
    if (!isOwner && session?.person.id !== params.person) throw ownersOnly();
    return remove(call);
  },
  listDeveloperInvitations: listOpen,
  inviteDeveloper: invite,
  revokeDeveloperInvitation: revoke,
};

function memberOf(user: TeamUser): TeamMember {
  const { personId: id, role, ...rest } = toJson(user);
  return { id, ...rest, role: enumName(TeamRole, role) };
}

const openInvitation = (invitation: Invitation): OpenInvitation => ({
  ...toJson(invitation),
  role: enumName(TeamRole, invitation.role),
});
