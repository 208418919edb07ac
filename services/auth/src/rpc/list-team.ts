import type { ListTeamRequest, ListTeamResponse, TeamUser } from '@commerce/proto/commerce/auth/v1/team.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toldRole } from '../domain/role.ts';
import { listTeam as listRows, type TeamRow } from '../store/membership-list-of-store.ts';

/** Everybody of a store. */
export function listTeam({ database }: Deps): Handler<ListTeamRequest, ListTeamResponse> {
  return async (ctx) => ({ users: (await listRows(database, storeOf(ctx))).map(teamUserOf) });
}

/** Somebody of a store, as others are told. */
export const teamUserOf = ({ person_id, name, email, role, created_at }: TeamRow): TeamUser => ({
  personId: person_id,
  name,
  email,
  role: toldRole(role),
  joinedAtMs: created_at.getTime(),
});
