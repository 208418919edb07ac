import type { OAuthError, OAuthRefusal } from '@commerce/proto/commerce/auth/v1/oauth.ts';

/** A refusal of the token endpoints. */
export const oauthRefusal = (error: OAuthError, description = '', retryAfterS = 0): OAuthRefusal => ({
  error,
  description,
  retryAfterS,
});
