import type { GetInvitationRequest, GetInvitationResponse } from '@commerce/proto/commerce/auth/v1/team.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { invitationOf } from '../people/invitation-of.ts';
import { toldInvitation } from './list-invitations.ts';

/** What an invitation's link is for. */
export function getInvitation(deps: Deps): Handler<GetInvitationRequest, GetInvitationResponse> {
  return async (_ctx, { token }) => {
    const row = await invitationOf(deps, token);
    return {
      storeId: row.store_id,
      storeName: row.store_name,
      invitation: toldInvitation(row),
      personExists: row.person_id !== null,
    };
  };
}
