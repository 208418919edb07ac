import type {
  RevokeInvitationRequest,
  RevokeInvitationResponse,
} from '@commerce/proto/commerce/auth/v1/team.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { deleteInvitation } from '../store/invitation-delete.ts';
import { deleteMailedTokens } from '../store/mailed-token-delete-of-subject.ts';

/** Takes an invitation back. */
export function revokeInvitation({
  database,
  clock,
}: Deps): Handler<RevokeInvitationRequest, RevokeInvitationResponse> {
  return async (ctx, { invitationId }) => {
    await database.transaction(async (tx) => {
      const gone = await deleteInvitation(tx, storeOf(ctx), invitationId, new Date(clock.now()));
      if (!gone) throw notFound();
      await deleteMailedTokens(tx, invitationId);
    });
    return {};
  };
}
