import type { InstallationTokens } from './installation.ts';
import { REUSE_GRACE_MS } from './lifetimes.ts';

/** A refresh token that was presented, with its installation. */
export interface PresentedRefreshToken {
  /** Whether the client that presents it is the one that it was given to. */
  ownClient: boolean;
  familyId: string;
  expiresAt: Date;
  usedAt: Date | null;
  installation: InstallationTokens;
}

/** What the presentation of a refresh token leads to; a refusal says why, to a client that has authenticated. */
export type RefreshVerdict = { kind: 'rotate' } | { kind: 'refuse' | 'reuse'; description: string };

/** Description for a token that was never issued, or is forgotten. */
export const UNKNOWN_REFRESH_TOKEN = 'The refresh token is not known.';

const refuse = (description: string): RefreshVerdict => ({ kind: 'refuse', description });

/**
 * The rule of single use (contract, sections 3 and 5; RFC 9700, 4.14.2): a used token is refused, and beyond ten seconds
 * after its first use, or presented by another client, it is taken for stolen.
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
  return expiresAt.getTime() > nowMs ? { kind: 'rotate' } : refuse('The refresh token has expired.');
}
