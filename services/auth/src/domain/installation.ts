import { ACCESS_TOKEN_MS } from './lifetimes.ts';

/** Installation states (decisions, "Tokens"): `revoked` still counts against the plan and can come back. */
export type InstallationState = 'installed' | 'revoked' | 'uninstalled';

/** What the rules of tokens look at in an installation. */
export interface InstallationTokens {
  state: InstallationState;
  /** The family of refresh tokens in force. */
  familyId: string | null;
  familyStartedAt: Date;
}

/** What is done to an installation's tokens. */
export type TokenLoss =
  /** State `revoked`: all tokens are dead until the merchant authorizes again. */
  | 'revoke'
  /** Access tokens given so far are dead; the present family goes on. */
  | 'new_generation'
  | 'nothing';

/**
 * What happens when a family of tokens turns out to be in other hands too. The present family takes the installation
 * with it. One that a later authorization had replaced has only access tokens left, and only for an hour.
 */
export function lossOfFamily(installation: InstallationTokens, familyId: string, nowMs: number): TokenLoss {
  if (installation.state !== 'installed') return 'nothing';
  if (installation.familyId === familyId) return 'revoke';
  return nowMs < installation.familyStartedAt.getTime() + ACCESS_TOKEN_MS ? 'new_generation' : 'nothing';
}
