import { safeEqual, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Deps } from '../deps.ts';
import { invitationFind, type InvitationWithTeam } from '../store/invitation.ts';
import { mailedTokenDeleteOfSubject, mailedTokenFind } from '../store/mailed-token.ts';
import { signUpFind, type SignUpRecord } from '../store/sign-up.ts';

/**
 * The invitation of a mailed link.
 * @throws Fault `not_found` for a link that is unknown, used, revoked or expired
 */
export async function findInvitationByLink(
  { db, prisma, clock }: Deps,
  token: string,
): Promise<InvitationWithTeam> {
  const now = new Date(clock.now());
  const id = await mailedTokenFind(prisma, token, 'invitation', now);
  const invitation = id === undefined ? undefined : await invitationFind(db, id, now);
  if (!invitation) throw notFound();
  return invitation;
}

/**
 * The sign-up of a mailed link.
 * @throws Fault `not_found` for a link that is unknown, used or expired
 */
export async function findSignUpByLink({ db, prisma, clock }: Deps, token: string): Promise<SignUpRecord> {
  const now = new Date(clock.now());
  const id = await mailedTokenFind(prisma, token, 'sign_up', now);
  const signUp = id === undefined ? undefined : await signUpFind(db, id, now);
  if (!signUp) throw notFound();
  return signUp;
}

/**
 * Uses a mailed link, which invalidates every other link of the same subject.
 * @throws Fault `not_found` when a concurrent call has used it
 */
export async function useMailedLink(tx: Queryable, subjectId: string, token: string): Promise<void> {
  const hash = sha256(token);
  const deleted = await mailedTokenDeleteOfSubject(tx, subjectId);
  if (!deleted.some((other) => safeEqual(other, hash))) throw notFound();
}
