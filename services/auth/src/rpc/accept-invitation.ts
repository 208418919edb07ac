import type {
  AcceptInvitationRequest,
  AcceptInvitationResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { WRONG_CREDENTIALS } from '../use-cases/check-password.ts';
import { teamOfInvitation } from '../use-cases/team-of.ts';
import { findInvitationByLink, useMailedLink } from '../use-cases/use-mailed-link.ts';
import {
  createIfNew,
  lockVisitor,
  signInVisitor,
  verifyLinkVisitor,
} from '../use-cases/verify-link-visitor.ts';

/** Joins the team that a link invites to. */
export const acceptInvitation =
  (deps: Deps): Handler<AcceptInvitationRequest, AcceptInvitationResponse> =>
  async (_ctx, { token, proof }) => {
    if (!proof) throw invalid('proof', 'Is required.', 'missing');
    const invitation = await findInvitationByLink(deps, token);
    const { id, email, role, personId, storeId, developerId } = invitation;
    const visitor = await verifyLinkVisitor(deps, proof, { email, name: '', personId });
    if ('$case' in visitor) return { result: visitor, storeId: '', developerId: '' };
    const team = teamOfInvitation(deps, invitation);
    const createdAt = new Date(deps.clock.now());
    return deps.db.transaction(async (tx) => {
      if (!(await lockVisitor(tx, visitor)))
        return { result: WRONG_CREDENTIALS, storeId: '', developerId: '' };
      await team.lock(tx);
      if (!(await team.deleteInvitation(id, createdAt))) throw notFound();
      await useMailedLink(tx, id, token);
      await createIfNew(deps.prisma, visitor);
      await team.add({ personId: visitor.personId, role, createdAt });
      const result = await signInVisitor(deps, tx, visitor, proof.userAgent);
      return { result, storeId: storeId ?? '', developerId: developerId ?? '' };
    });
  };
