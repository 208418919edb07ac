import {
  TeamRole,
  type SetTeamRoleRequest,
  type SetTeamRoleResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import type { Deps } from '../deps.ts';
import { checkOwnerRemains, requireRole, toTeamUser } from '../domain/team.ts';
import { teamOf } from '../use-cases/team-of.ts';

/** Changes the role of a team member. */
export const setTeamRole =
  (deps: Deps): Handler<SetTeamRoleRequest, SetTeamRoleResponse> =>
  async (ctx, { personId, role: requested, expectedRole, developerId }) => {
    const team = teamOf(deps, ctx, developerId);
    const role = requireRole(team.roles, requested);
    return deps.db.transaction(async (tx) => {
      await team.lock(tx);
      const members = await team.members(tx);
      const user = members.find((other) => other.personId === personId);
      if (!user) throw notFound();
      requireVersion(expectedRole?.toString(), enumValue(TeamRole, user.role).toString());
      if (role !== 'owner') checkOwnerRemains(members, personId);
      await team.setRole(personId, role);
      return { user: toTeamUser({ ...user, role }) };
    });
  };
