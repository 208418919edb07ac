import type { AuthorizingApp } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { valueOf } from '../query.ts';
import type { Check } from './check.ts';

/** The scopes that a request asks for; all of the app's when it names none (contract, section 5). */
export function scopesOf(params: URLSearchParams, app: AuthorizingApp): string[] {
  const asked =
    valueOf(params, 'scope')
      ?.split(' ')
      .filter((scope) => scope !== '') ?? [];
  return asked.length === 0 ? app.scopes : [...new Set(asked)];
}

/** `scope` must be a subset of what the app may ask for (contract, section 5). */
export const checkScope: Check = ({ params, app }) => {
  const unknown = scopesOf(params, app).some((scope) => !app.scopes.includes(scope));
  if (!unknown) return undefined;
  return { error: 'invalid_scope', description: 'scope holds something that the app may not ask for.' };
};
