import type { ListTeamRequest, ListTeamResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toTeamUser } from '../domain/team.ts';
import { membershipList } from '../store/membership.ts';

/** The team of a store. */
export const listTeam =
  ({ db }: Deps): Handler<ListTeamRequest, ListTeamResponse> =>
  async (ctx) => ({ users: (await membershipList(db, storeOf(ctx))).map(toTeamUser) });
