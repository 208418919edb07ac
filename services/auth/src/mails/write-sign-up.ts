import type { ClaimedMail } from '@commerce/service-kit/mail/outbox.ts';
import type { WrittenMail } from '@commerce/service-kit/mail/send.ts';
import type { Deps } from '../deps.ts';
import { SIGN_UP_MS } from '../domain/lifetimes.ts';
import { signUpMail } from '../domain/mails/sign-up-mail.ts';
import { mailedLink } from '../people/mailed-link.ts';
import { findSignUp } from '../store/sign-up-find.ts';

/** Asks who signed up as a developer whether the e-mail is theirs. */
export async function writeSignUp(
  deps: Deps,
  { recipient: id, created_at }: ClaimedMail,
): Promise<WrittenMail | { unsendable: string }> {
  const signUp = await findSignUp(deps.database, id, new Date(deps.clock.now()));
  if (!signUp) return { unsendable: 'the sign-up is completed or expired' };
  const expiresAtMs = created_at.getTime() + SIGN_UP_MS;
  const link = await mailedLink(deps, { purpose: 'sign_up', subjectId: id, expiresAtMs });
  return { to: [{ name: signUp.person_name ?? '', address: signUp.email }], ...signUpMail(signUp, link) };
}
