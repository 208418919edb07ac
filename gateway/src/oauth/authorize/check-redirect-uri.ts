import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { singleValueOf } from '../query.ts';

/**
 * `redirect_uri` must be equal to one that the app has registered (contract, section 5; RFC 9700, 2.1); otherwise the
 * merchant sees a page, because redirecting to an unregistered address would be an open redirect.
 */
export function checkRedirectUri(params: URLSearchParams, app: AuthorizingApp): string | undefined {
  const redirectUri = singleValueOf(params, 'redirect_uri');
  return redirectUri !== undefined && app.redirectUris.includes(redirectUri) ? redirectUri : undefined;
}
