import type {
  RevokeInvitationRequest,
  RevokeInvitationResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { mailedTokenDeleteOfSubject } from '../store/mailed-token.ts';
import { teamOf } from '../use-cases/team-of.ts';

/** Revokes an invitation. */
export const revokeInvitation =
  (deps: Deps): Handler<RevokeInvitationRequest, RevokeInvitationResponse> =>
  async (ctx, { invitationId, developerId }) => {
    const team = teamOf(deps, ctx, developerId);
    await deps.db.transaction(async (tx) => {
      if (!(await team.deleteInvitation(invitationId, new Date(deps.clock.now())))) throw notFound();
      await mailedTokenDeleteOfSubject(tx, invitationId);
    });
    return {};
  };
