import { RefusalReason } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { findEnumName } from '@commerce/proto/enum.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { AccessToken } from './access-token.ts';
import type { Scope } from '@commerce/public-api/scopes.ts';

const BEARER = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/** Bearer token of an Authorization header (RFC 6750, section 2.1); undefined if it is missing or malformed. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}

/** Reasons to reject a token. Those after `expired` only apply to a token with a valid signature. */
const REASONS = {
  missing: 'The request has no access token.',
  invalid: 'The access token is invalid.',
  expired: 'The access token has expired.',
  revoked: 'The access token was revoked.',
  uninstalled: 'The app was uninstalled.',
  suspended: 'The app is suspended.',
  store_suspended: 'The store is suspended.',
};
/** Reason to reject a token. */
export type TokenProblem = keyof typeof REASONS;

/** Reason of a token that was not admitted. */
export const refusedToken = (reason: RefusalReason): TokenProblem =>
  findEnumName(RefusalReason, reason) ?? 'invalid';

/** Problem of a 401. */
export const invalidToken = (problem: TokenProblem): Fault => new Fault('invalid_token', REASONS[problem]);

/** Challenge of a 401 (RFC 6750, section 3): no error code for a request without a token. */
export function challenge(problem: TokenProblem): Record<string, string> {
  const error =
    problem === 'missing' ? '' : ` error="invalid_token", error_description="${REASONS[problem]}"`;
  return { 'WWW-Authenticate': `Bearer${error}` };
}

/** Challenge of a 403 (RFC 6750, section 3.1). */
export function scopeChallenge(scope: Scope): Record<string, string> {
  return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` };
}

/** Reports whether a token has the scope of a route. */
export function holdsScope(access: AccessToken, scope: Scope | null): boolean {
  return scope === null || access.scopes.has(scope);
}
