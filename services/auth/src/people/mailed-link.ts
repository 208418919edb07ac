import { randomToken, safeEqual, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Deps } from '../deps.ts';
import { createMailedToken, type TokenPurpose } from '../store/mailed-token-create.ts';
import { deleteMailedTokens } from '../store/mailed-token-delete-of-subject.ts';

/** The page that each kind of link opens. */
const PAGES: Record<TokenPurpose, string> = {
  password_reset: 'reset-password',
  invitation: 'invitations',
  sign_up: 'verify-email',
};

/**
 * A new link to mail. Its secret is in the fragment, which browsers send to no server: it is in no log and in no Referer. A mail that is
 * tried again gets a new one; each works until one of them is used.
 */
export async function mailedLink(
  { database, clock, rules }: Deps,
  link: { purpose: TokenPurpose; subjectId: string; expiresAtMs: number },
): Promise<string> {
  const token = randomToken();
  const { purpose, subjectId, expiresAtMs } = link;
  await createMailedToken(database, {
    tokenHash: sha256(token),
    purpose,
    subjectId,
    createdAt: new Date(clock.now()),
    expiresAt: new Date(expiresAtMs),
  });
  return `${rules.issuer}/${PAGES[purpose]}#${token}`;
}

/**
 * Uses a mailed link up, and with it every other about the same.
 * @throws Fault `not_found` when somebody was faster
 */
export async function useMailedLink(tx: Queryable, subjectId: string, token: string): Promise<void> {
  const hash = sha256(token);
  const ended = await deleteMailedTokens(tx, subjectId);
  if (!ended.some((other) => safeEqual(other, hash))) throw notFound();
}
