import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../../deps.ts';
import { SIGN_UP_MS } from '../../domain/lifetimes.ts';
import { signUpMail } from '../../domain/mails/sign-up-mail.ts';
import { signUpFind } from '../../store/sign-up.ts';
import { createMailedLink } from '../create-mailed-link.ts';

/** Writes the mail that verifies the email of a sign-up. */
export async function writeSignUp(
  deps: Deps,
  { recipient: id, created_at }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const signUp = await signUpFind(deps.db, id, new Date(deps.clock.now()));
  if (!signUp) return { unsendable: 'the sign-up is completed or expired' };
  const expiresAtMs = created_at.getTime() + SIGN_UP_MS;
  const link = await createMailedLink(deps, { purpose: 'sign_up', subjectId: id, expiresAtMs });
  return { to: [{ name: signUp.personName ?? '', address: signUp.email }], ...signUpMail(signUp, link) };
}
