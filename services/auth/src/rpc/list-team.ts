import type { ListTeamRequest, ListTeamResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toTeamUser } from '../domain/team.ts';
import { teamOf } from '../use-cases/team-of.ts';

/** The members of a team. */
export const listTeam =
  (deps: Deps): Handler<ListTeamRequest, ListTeamResponse> =>
  async (ctx, { developerId }) => ({
    users: (await teamOf(deps, ctx, developerId).members(deps.db)).map(toTeamUser),
  });
