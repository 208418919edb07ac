import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';

/** Authorization request with a valid client and redirect URI. */
export interface AuthorizationRequest {
  params: URLSearchParams;
  app: AuthorizingApp;
}

/** Error of a request, reported to the app by a redirect (contract, section 5, outcome 3; RFC 6749, 4.1.2.1). */
export interface AuthorizationError {
  error: 'invalid_request' | 'invalid_scope' | 'unsupported_response_type';
  description: string;
}

/** Rule of an authorization request; returns undefined if the request satisfies it. */
export type Check = (request: AuthorizationRequest) => AuthorizationError | undefined;

export const invalidRequest = (description: string): AuthorizationError => ({
  error: 'invalid_request',
  description,
});
