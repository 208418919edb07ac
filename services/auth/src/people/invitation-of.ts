import { notFound } from '@commerce/service-kit/fault.ts';
import type { Deps } from '../deps.ts';
import { findInvitation, type InvitationWithStore } from '../store/invitation-find-by-id.ts';
import { findMailedToken } from '../store/mailed-token-find.ts';

/**
 * The invitation of a mailed link.
 * @throws Fault `not_found` for a link that is unknown, used, revoked or has expired
 */
export async function invitationOf({ database, clock }: Deps, token: string): Promise<InvitationWithStore> {
  const now = new Date(clock.now());
  const id = await findMailedToken(database, token, 'invitation', now);
  const invitation = id === undefined ? undefined : await findInvitation(database, id, now);
  if (!invitation) throw notFound();
  return invitation;
}
