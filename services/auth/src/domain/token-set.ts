import type { TokenSet } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { ACCESS_TOKEN_MS } from './lifetimes.ts';

/** An installation that receives tokens. */
export interface TokenHolder {
  installationId: string;
  storeId: string;
  storeName: string;
  scopes: string[];
}

/** The response of the token endpoint. */
export const tokenSetOf = (
  { installationId, storeId, storeName, scopes }: TokenHolder,
  accessToken: string,
  refreshToken: string,
): TokenSet => ({
  accessToken,
  expiresInS: ACCESS_TOKEN_MS / 1000,
  refreshToken,
  scopes,
  installationId,
  storeId,
  storeName,
});
