import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../../deps.ts';
import { invitationMail } from '../../domain/mails/invitation-mail.ts';
import { invitationFind } from '../../store/invitation.ts';
import { createMailedLink } from '../create-mailed-link.ts';

/** Writes the invitation to a team. */
export async function writeInvitation(
  deps: Deps,
  { recipient: id }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const invitation = await invitationFind(deps.db, id, new Date(deps.clock.now()));
  if (!invitation) return { unsendable: 'the invitation is accepted, revoked or expired' };
  const expiresAtMs = invitation.expiresAt.getTime();
  const link = await createMailedLink(deps, { purpose: 'invitation', subjectId: id, expiresAtMs });
  return { to: [{ name: '', address: invitation.email }], ...invitationMail(invitation, link) };
}
