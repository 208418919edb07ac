import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';

/** An authorization request whose client and redirect URI are valid. */
export interface AuthorizationRequest {
  params: URLSearchParams;
  app: AuthorizingApp;
}

/** Why a request is refused, told to the app by a redirect (contract, section 5, outcome 3; RFC 6749, 4.1.2.1). */
export interface AuthorizationError {
  error: 'invalid_request' | 'invalid_scope' | 'unsupported_response_type';
  description: string;
}

/** One rule of the request; undefined when it holds. */
export type Check = (request: AuthorizationRequest) => AuthorizationError | undefined;

/** The most frequent refusal. */
export const invalidRequest = (description: string): AuthorizationError => ({
  error: 'invalid_request',
  description,
});
