import type { OAuthError, OAuthRefusal } from '@commerce/proto/commerce/auth/v1/oauth.ts';

/** A refusal of the token endpoints. */
export const oauthRefusal = (error: OAuthError, description = '', retryAfterS = 0): OAuthRefusal => ({
  error,
  description,
  retryAfterS,
});

/** Description of an `invalid_grant` while the store is suspended; a fixed word, so that apps can recognize it. */
export const STORE_SUSPENDED = 'store_suspended';
