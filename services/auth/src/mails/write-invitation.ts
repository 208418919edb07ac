import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../deps.ts';
import { invitationMail } from '../domain/mails/invitation-mail.ts';
import { mailedLink } from '../people/mailed-link.ts';
import { findInvitation } from '../store/invitation-find-by-id.ts';

/** Invites somebody to a store. */
export async function writeInvitation(
  deps: Deps,
  { recipient: id }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const invitation = await findInvitation(deps.database, id, new Date(deps.clock.now()));
  if (!invitation) return { unsendable: 'the invitation is accepted, revoked or expired' };
  const expiresAtMs = invitation.expires_at.getTime();
  const link = await mailedLink(deps, { purpose: 'invitation', subjectId: id, expiresAtMs });
  return { to: [{ name: '', address: invitation.email }], ...invitationMail(invitation, link) };
}
