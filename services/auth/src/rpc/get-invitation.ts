import type { GetInvitationRequest, GetInvitationResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toInvitation } from '../domain/team.ts';
import { findInvitationByLink } from '../use-cases/use-mailed-link.ts';

/** The invitation of a mailed link. */
export const getInvitation =
  (deps: Deps): Handler<GetInvitationRequest, GetInvitationResponse> =>
  async (_ctx, { token }) => {
    const invitation = await findInvitationByLink(deps, token);
    return {
      storeId: invitation.storeId ?? '',
      teamName: invitation.teamName,
      invitation: toInvitation(invitation),
      personExists: invitation.personId !== null,
    };
  };
