import { StoreRole, type Invitation, type TeamUser } from '@commerce/proto/commerce/auth/v1/people.ts';
import { enumName, enumValue } from '@commerce/proto/enum.ts';
import type { OpenInvitation, peopleRoutes, TeamMember } from '@commerce/console-api/routes/people.ts';
import type { HandlersOf } from '../../handler.ts';
import { toJson } from '../../to-json.ts';

type TeamRoutes = Pick<
  typeof peopleRoutes,
  'listTeam' | 'setTeamRole' | 'removeTeamUser' | 'listInvitations' | 'invite' | 'revokeInvitation'
>;

/** Team of a store. */
export const teamHandlers: HandlersOf<TeamRoutes> = {
  listTeam: async ({ ctx, services }) => {
    const { users } = await services.people.listTeam(ctx, {});
    return { items: users.map(memberOf), nextCursor: null };
  },

  setTeamRole: async ({ ctx, services, params, body }) => {
    const request = {
      personId: params.person,
      role: enumValue(StoreRole, body.role),
      expectedRole: enumValue(StoreRole, body.version),
    };
    const { user } = await services.people.setTeamRole(ctx, request);
    return { member: memberOf(user!) };
  },

  removeTeamUser: async ({ ctx, services, params }) => {
    await services.people.removeTeamUser(ctx, { personId: params.person });
    return { removed: true };
  },

  listInvitations: async ({ ctx, services }) => {
    const { invitations } = await services.people.listInvitations(ctx, {});
    return { items: invitations.map(openInvitation), nextCursor: null };
  },

  invite: async ({ ctx, services, body }) => {
    const request = { email: body.email, role: enumValue(StoreRole, body.role) };
    const { invitation } = await services.people.inviteTeamUser(ctx, request);
    return { invitation: openInvitation(invitation!) };
  },

  revokeInvitation: async ({ ctx, services, params }) => {
    await services.people.revokeInvitation(ctx, { invitationId: params.invitation });
    return { revoked: true };
  },
};

function memberOf(user: TeamUser): TeamMember {
  const { personId: id, role, ...rest } = toJson(user);
  return { id, ...rest, role: enumName(StoreRole, role) };
}

const openInvitation = (invitation: Invitation): OpenInvitation => ({
  ...toJson(invitation),
  role: enumName(StoreRole, invitation.role),
});
