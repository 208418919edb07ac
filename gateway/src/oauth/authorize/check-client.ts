import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { singleValueOf } from '../query.ts';

/**
 * `client_id` must be present once and name an active app; otherwise the merchant sees a page and is not redirected
 * (contract, section 5, outcome 4).
 */
export async function checkClient(
  params: URLSearchParams,
  find: (clientId: string) => Promise<AuthorizingApp | undefined>,
): Promise<AuthorizingApp | undefined> {
  const clientId = singleValueOf(params, 'client_id');
  return clientId === undefined ? undefined : find(clientId);
}
