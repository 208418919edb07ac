import type { ByPlan } from './plan.ts';
import type { RotationRules } from './signing-key.ts';

/** A fixed window: a number of hits per duration. */
export interface WindowRule {
  limit: number;
  windowMs: number;
}

/** Limits and lifetimes that the settings decide. */
export interface Rules {
  /** Issuer identifier: the public URL of the OAuth endpoints. */
  issuer: string;
  /** Audience of access tokens: the public API. */
  audience: string;
  /** Where the team of a suspended store can write; may be empty. */
  supportEmail: string;
  /** Rate limit of an installation by its store's plan, in requests a minute. */
  requestsPerMinute: ByPlan;
  /** Maximum number of installed apps of a store by its plan. */
  installedApps: ByPlan;
  /** Requests of a client to /token and /revoke together (contract, section 8). */
  tokenRequests: WindowRule;
  /** Failed authentications of a client from one address (contract, section 8). */
  clientFailures: WindowRule;
  /** Attempts to sign in with one email from one address; a success resets the count. */
  signIns: WindowRule;
  /** Failed attempts to sign in from one address, for any email. */
  signInsOfAddress: WindowRule;
  /** Failed attempts to sign in with one email, from any address; the window is short because anonymous callers can use it up. */
  signInsOfAccount: WindowRule;
  /** Emails that anonymous callers can request from one address. */
  mailsOfAddress: WindowRule;
  /** Requests without a session from one address, to the forms that need none. */
  anonymousRequests: WindowRule;
  /** Authorization requests of apps from one address, whose people may share it. */
  authorizationsOfAddress: WindowRule;
  sessionMs: number;
  sessionIdleMs: number;
  rotation: RotationRules;
}
