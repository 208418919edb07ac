import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../../deps.ts';
import { PASSWORD_RESET_MS } from '../../domain/lifetimes.ts';
import { passwordResetMail } from '../../domain/mails/password-reset-mail.ts';
import { personFindByEmail } from '../../store/person.ts';
import { createMailedLink } from '../create-mailed-link.ts';

/**
 * Writes the password-reset mail. The account is looked up here and not when the mail is requested, so that a request takes the
 * same time for every email (no user enumeration).
 */
export async function writePasswordReset(
  deps: Deps,
  { recipient: email, created_at }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const nowMs = deps.clock.now();
  if (nowMs >= created_at.getTime() + PASSWORD_RESET_MS) return { unsendable: 'the request has expired' };
  const person = await personFindByEmail(deps.prisma, email);
  if (!person) return { unsendable: 'no account has this email' };
  const link = await createMailedLink(deps, {
    purpose: 'password_reset',
    subjectId: person.id,
    expiresAtMs: nowMs + PASSWORD_RESET_MS,
  });
  return { to: [{ name: person.name, address: email }], ...passwordResetMail(person, link) };
}
