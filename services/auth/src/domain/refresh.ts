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

/** What the presentation of a refresh token leads to. */
export type RefreshVerdict = 'rotate' | 'refuse' | 'reuse';

/**
 * The rule of single use (contract, sections 3 and 5; RFC 9700, 4.14.2): a used token is refused, and beyond ten seconds
 * after its first use, or presented by another client, it is taken for stolen.
 */
export function judgeRefresh(token: PresentedRefreshToken, nowMs: number): RefreshVerdict {
  if (token.usedAt !== null) {
    const inGrace = nowMs - token.usedAt.getTime() <= REUSE_GRACE_MS;
    return token.ownClient && inGrace ? 'refuse' : 'reuse';
  }
  const inForce =
    token.ownClient &&
    token.expiresAt.getTime() > nowMs &&
    token.installation.state === 'installed' &&
    token.installation.familyId === token.familyId;
  return inForce ? 'rotate' : 'refuse';
}
