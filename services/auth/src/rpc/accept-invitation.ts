import type {
  AcceptInvitationRequest,
  AcceptInvitationResponse,
} from '@commerce/proto/commerce/auth/v1/team.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { admitArrived, arrive, welcome } from '../people/arrive.ts';
import { invitationOf } from '../people/invitation-of.ts';
import { useMailedLink } from '../people/mailed-link.ts';
import { deleteInvitation } from '../store/invitation-delete.ts';
import { addMembership } from '../store/membership-add.ts';
import { lockStore } from '../store/store-lock.ts';

/** Joins the store that a link invites to. */
export function acceptInvitation(deps: Deps): Handler<AcceptInvitationRequest, AcceptInvitationResponse> {
  return async (_ctx, { token, proof }) => {
    if (!proof) throw invalid('proof', 'Must be given.', 'missing');
    const { id, email, role, store_id: storeId, person_id } = await invitationOf(deps, token);
    const arrived = await arrive(deps, proof, { email, name: '', personId: person_id });
    if ('$case' in arrived) return { result: arrived, storeId: '' };
    const createdAt = new Date(deps.clock.now());
    await deps.database.transaction(async (tx) => {
      await lockStore(tx, storeId);
      if (!(await deleteInvitation(tx, storeId, id, createdAt))) throw notFound();
      await useMailedLink(tx, id, token);
      await admitArrived(tx, arrived);
      await addMembership(tx, { storeId, personId: arrived.personId, role, createdAt });
    });
    return { result: await welcome(deps, arrived, proof.userAgent), storeId };
  };
}
