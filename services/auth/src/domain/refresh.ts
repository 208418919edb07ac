import type { InstallationTokens } from './installation.ts';
import { REUSE_GRACE_MS } from './lifetimes.ts';
import { STORE_SUSPENDED } from './oauth-refusal.ts';

/** A presented refresh token, with its installation. */
export interface PresentedRefreshToken {
  /** True when the token was issued to the client that presents it. */
  ownClient: boolean;
  familyId: string;
  expiresAt: Date;
  usedAt: Date | null;
  installation: Pick<InstallationTokens, 'state' | 'familyId'> & { storeSuspended: boolean };
}

/** Verdict on a presented refresh token; the description of a refusal is for a client that has authenticated. */
export type RefreshVerdict = { kind: 'rotate' } | { kind: 'refuse' | 'reuse'; description: string };

/** Description for a token that was never issued, or is forgotten. */
export const UNKNOWN_REFRESH_TOKEN = 'The refresh token is not known.';

const refuse = (description: string): RefreshVerdict => ({ kind: 'refuse', description });

/**
 * The rule of single use (contract, sections 3 and 5; RFC 9700, 4.14.2): a used token is refused. When it is presented more than
 * ten seconds after its first use, or by another client, it is treated as stolen.
 */
export function judgeRefresh(token: PresentedRefreshToken, nowMs: number): RefreshVerdict {
  const { ownClient, usedAt, expiresAt, familyId, installation } = token;
  if (usedAt !== null && ownClient && nowMs - usedAt.getTime() <= REUSE_GRACE_MS)
    return refuse('The refresh token was used less than 10 seconds ago: take the pair of that request.');
  if (usedAt !== null)
    return {
      kind: 'reuse',
      description: ownClient
        ? 'The refresh token was used before; the tokens that came from it are revoked.'
        : 'The refresh token belongs to another client.',
    };
  if (!ownClient) return refuse('The refresh token belongs to another client.');
  if (installation.state === 'uninstalled') return refuse('The app was uninstalled.');
  if (installation.state !== 'installed' || installation.familyId !== familyId)
    return refuse('The refresh token was revoked.');
  if (expiresAt.getTime() <= nowMs) return refuse('The refresh token has expired.');
  // Last: the token is not used up, and works again once the store is restored.
  return installation.storeSuspended ? refuse(STORE_SUSPENDED) : { kind: 'rotate' };
}
