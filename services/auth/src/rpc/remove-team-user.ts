import type {
  RemoveTeamUserRequest,
  RemoveTeamUserResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { checkOwnerRemains } from '../domain/team.ts';
import { teamOf } from '../use-cases/team-of.ts';

/** Removes a member from a team. Permissions are read for each request, so they end at once. */
export const removeTeamUser =
  (deps: Deps): Handler<RemoveTeamUserRequest, RemoveTeamUserResponse> =>
  async (ctx, { personId, developerId }) => {
    const team = teamOf(deps, ctx, developerId);
    return deps.db.transaction(async (tx) => {
      await team.lock(tx);
      const members = await team.members(tx);
      if (!members.some((user) => user.personId === personId)) throw notFound();
      checkOwnerRemains(members, personId);
      await team.remove(personId);
      return {};
    });
  };
