import type { ByPlan } from './domain/plan.ts';
import type { RotationRules } from './domain/signing-key.ts';

/** A fixed window: so many hits in so long. */
export interface WindowRule {
  limit: number;
  windowMs: number;
}

/** What the settings decide. */
export interface AuthRules {
  /** Issuer identifier: the public URL of the OAuth endpoints. */
  issuer: string;
  /** Whom access tokens are for: the public API. */
  audience: string;
  /** Rate limit of an installation by its store's plan, in requests a minute. */
  requestsPerMinute: ByPlan;
  /** Most installed apps of a store by its plan. */
  installedApps: ByPlan;
  /** Requests of a client to /token and /revoke together (contract, section 8). */
  tokenRequests: WindowRule;
  /** Failed authentications of a client from one address (contract, section 8). */
  clientFailures: WindowRule;
  /** Attempts to sign in with one e-mail from one address; a success begins anew. */
  signIns: WindowRule;
  /** Failed attempts to sign in from one address, whatever the e-mail. */
  signInsOfAddress: WindowRule;
  /** Failed attempts to sign in with one e-mail, from whatever address; the window is short, for strangers can use it up. */
  signInsOfAccount: WindowRule;
  /** Mails to strangers that can be asked for from one address. */
  mailsOfAddress: WindowRule;
  /** Requests without a session from one address, to the forms that need none. */
  anonymousRequests: WindowRule;
  sessionMs: number;
  sessionIdleMs: number;
  rotation: RotationRules;
}
