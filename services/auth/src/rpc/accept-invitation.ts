import type {
  AcceptInvitationRequest,
  AcceptInvitationResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { invitationDelete } from '../store/invitation.ts';
import { membershipInsert } from '../store/membership.ts';
import { storeLock } from '../store/store.ts';
import { findInvitationByLink, useMailedLink } from '../use-cases/use-mailed-link.ts';
import { createIfNew, signInVisitor, verifyLinkVisitor } from '../use-cases/verify-link-visitor.ts';

/** Joins the store that a link invites to. */
export const acceptInvitation =
  (deps: Deps): Handler<AcceptInvitationRequest, AcceptInvitationResponse> =>
  async (_ctx, { token, proof }) => {
    if (!proof) throw invalid('proof', 'Is required.', 'missing');
    const { id, email, role, storeId, personId } = await findInvitationByLink(deps, token);
    const visitor = await verifyLinkVisitor(deps, proof, { email, name: '', personId });
    if ('$case' in visitor) return { result: visitor, storeId: '' };
    const createdAt = new Date(deps.clock.now());
    await deps.db.transaction(async (tx) => {
      await storeLock(tx, storeId);
      if (!(await invitationDelete(deps.prisma, storeId, id, createdAt))) throw notFound();
      await useMailedLink(tx, id, token);
      await createIfNew(deps.prisma, visitor);
      await membershipInsert(deps.prisma, { storeId, personId: visitor.personId, role, createdAt });
    });
    return { result: await signInVisitor(deps, visitor, proof.userAgent), storeId };
  };
