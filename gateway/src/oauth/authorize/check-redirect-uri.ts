import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { singleValueOf } from '../query.ts';

/**
 * `redirect_uri` must be, letter by letter, one that the app has registered (contract, section 5; RFC 9700, 2.1);
 * otherwise the merchant sees a page: whoever redirects to an address not registered is an open redirector.
 */
export function checkRedirectUri(params: URLSearchParams, app: AuthorizingApp): string | undefined {
  const redirectUri = singleValueOf(params, 'redirect_uri');
  return redirectUri !== undefined && app.redirectUris.includes(redirectUri) ? redirectUri : undefined;
}
