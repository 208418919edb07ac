import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../deps.ts';
import { PASSWORD_RESET_MS } from '../domain/lifetimes.ts';
import { passwordResetMail } from '../domain/mails/password-reset-mail.ts';
import { mailedLink } from '../people/mailed-link.ts';
import { findPersonByEmail } from '../store/person-find-by-email.ts';

/**
 * Whether anybody has the e-mail is looked up here and not when the mail is asked for, which so takes as long for every e-mail.
 */
export async function writePasswordReset(
  deps: Deps,
  { recipient: email, created_at }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const nowMs = deps.clock.now();
  if (nowMs >= created_at.getTime() + PASSWORD_RESET_MS) return { unsendable: 'it is too late for it' };
  const person = await findPersonByEmail(deps.prisma, email);
  if (!person) return { unsendable: 'nobody has this e-mail' };
  const link = await mailedLink(deps, {
    purpose: 'password_reset',
    subjectId: person.id,
    expiresAtMs: nowMs + PASSWORD_RESET_MS,
  });
  return { to: [{ name: person.name, address: email }], ...passwordResetMail(person, link) };
}
