import type { InstallationStatus, UninstalledBy } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import { ACCESS_TOKEN_MS } from './lifetimes.ts';

/** Installation states (decisions, "Tokens"): `revoked` still counts against the plan and can be authorized again. */
export type InstallationState = EnumName<typeof InstallationStatus>;

/** Sides that can uninstall an app. */
export type Uninstaller = EnumName<typeof UninstalledBy>;

/** An app on a store, as the token flows and the events use it. */
export interface InstallationRecord {
  id: string;
  storeId: string;
  appId: string;
  state: InstallationState;
  scopes: string[];
  generation: number;
  familyId: string | null;
  familyStartedAt: Date;
  uninstalledAt: Date | null;
  uninstalledBy: Uninstaller | null;
  /** Increases with every change. */
  version: number;
}

/** The fields of an installation that the token rules read. */
export interface InstallationTokens {
  state: InstallationState;
  /** The family of refresh tokens in force. */
  familyId: string | null;
  familyStartedAt: Date;
}

/** Consequence of a leaked token family. */
export type TokenLoss =
  /** State `revoked`: all tokens are invalid until the merchant authorizes again. */
  | 'revoke'
  /** Access tokens issued so far are invalid; the current family continues. */
  | 'new_generation'
  | 'nothing';

/**
 * Decides the consequence when a family of tokens turns out to be used by somebody else too. The current family revokes the
 * installation. A family that a later authorization has replaced has only access tokens left, which expire within an hour.
 */
export function lossOfFamily(installation: InstallationTokens, familyId: string, nowMs: number): TokenLoss {
  if (installation.state !== 'installed') return 'nothing';
  if (installation.familyId === familyId) return 'revoke';
  return nowMs < installation.familyStartedAt.getTime() + ACCESS_TOKEN_MS ? 'new_generation' : 'nothing';
}
