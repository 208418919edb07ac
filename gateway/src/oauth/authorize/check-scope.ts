import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { valueOf } from '../query.ts';
import type { Check } from './check.ts';

/** Requested scopes; all scopes of the app if the request names none (contract, section 5). */
export function scopesOf(params: URLSearchParams, app: AuthorizingApp): string[] {
  const requested =
    valueOf(params, 'scope')
      ?.split(' ')
      .filter((scope) => scope !== '') ?? [];
  return requested.length === 0 ? app.scopes : [...new Set(requested)];
}

/** `scope` must be a subset of the scopes registered for the app (contract, section 5). */
export const checkScope: Check = ({ params, app }) => {
  const unregistered = scopesOf(params, app).some((scope) => !app.scopes.includes(scope));
  if (!unregistered) return undefined;
  return {
    error: 'invalid_scope',
    description: 'scope contains a scope that is not registered for this app.',
  };
};
