import type { AccessToken } from '../oauth/access-token.ts';
import type { Scope } from '@commerce/public-api/scopes.ts';

const BEARER = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/** The bearer token of an Authorization header (RFC 6750, section 2.1); undefined when there is none or it is malformed. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}

/** The challenge of a 401 (RFC 6750, section 3): no error code for a request that brought no token at all. */
export function challenge(header: string | undefined): Record<string, string> {
  const error =
    header === undefined
      ? ''
      : ' error="invalid_token", error_description="The access token is invalid, expired or revoked"';
  return { 'WWW-Authenticate': `Bearer${error}` };
}

/** The challenge of a 403 (RFC 6750, section 3.1). */
export function scopeChallenge(scope: Scope): Record<string, string> {
  return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` };
}

/** Whether a token holds what a route needs. */
export function holdsScope(access: AccessToken, scope: Scope | null): boolean {
  return scope === null || access.scopes.has(scope);
}
