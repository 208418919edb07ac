import type {
  ListInvitationsRequest,
  ListInvitationsResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toInvitation } from '../domain/team.ts';
import { invitationList } from '../store/invitation.ts';

/** The pending invitations of a store. */
export const listInvitations =
  ({ prisma, clock }: Deps): Handler<ListInvitationsRequest, ListInvitationsResponse> =>
  async (ctx) => {
    const invitations = await invitationList(prisma, storeOf(ctx), new Date(clock.now()));
    return { invitations: invitations.map(toInvitation) };
  };
