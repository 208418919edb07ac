import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Deps } from '../deps.ts';
import { mailedTokenInsert, type TokenPurpose } from '../store/mailed-token.ts';

/** The page that each kind of link opens. */
const PAGES: Record<TokenPurpose, string> = {
  password_reset: 'reset-password',
  invitation: 'invitations',
  sign_up: 'verify-email',
};

/**
 * Creates a link to mail. Its secret is in the fragment, which browsers send to no server, so that it appears in no log and in no
 * Referer. A retried mail contains a new link; each works until one of them is used.
 */
export async function createMailedLink(
  { prisma, clock, rules }: Deps,
  { purpose, subjectId, expiresAtMs }: { purpose: TokenPurpose; subjectId: string; expiresAtMs: number },
): Promise<string> {
  const token = randomToken();
  await mailedTokenInsert(prisma, {
    tokenHash: sha256(token),
    purpose,
    subjectId,
    createdAt: new Date(clock.now()),
    expiresAt: new Date(expiresAtMs),
  });
  return `${rules.issuer}/${PAGES[purpose]}#${token}`;
}
