import type {
  RevokeInvitationRequest,
  RevokeInvitationResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { invitationDelete } from '../store/invitation.ts';
import { mailedTokenDeleteOfSubject } from '../store/mailed-token.ts';

/** Revokes an invitation. */
export const revokeInvitation =
  ({ db, prisma, clock }: Deps): Handler<RevokeInvitationRequest, RevokeInvitationResponse> =>
  async (ctx, { invitationId }) => {
    await db.transaction(async (tx) => {
      const deleted = await invitationDelete(prisma, storeOf(ctx), invitationId, new Date(clock.now()));
      if (!deleted) throw notFound();
      await mailedTokenDeleteOfSubject(tx, invitationId);
    });
    return {};
  };
