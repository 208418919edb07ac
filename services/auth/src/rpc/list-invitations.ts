import type {
  ListInvitationsRequest,
  ListInvitationsResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toInvitation } from '../domain/team.ts';
import { teamOf } from '../use-cases/team-of.ts';

/** The pending invitations of a team. */
export const listInvitations =
  (deps: Deps): Handler<ListInvitationsRequest, ListInvitationsResponse> =>
  async (ctx, { developerId }) => {
    const invitations = await teamOf(deps, ctx, developerId).invitations(new Date(deps.clock.now()));
    return { invitations: invitations.map(toInvitation) };
  };
