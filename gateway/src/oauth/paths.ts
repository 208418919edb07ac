/** Paths of the OAuth endpoints and pages (contract, section 5). */
export const PATHS = {
  authorize: '/oauth/apps/authorize',
  token: '/oauth/apps/token',
  revoke: '/oauth/apps/revoke',
  consent: '/oauth/apps/consent/:id',
  signIn: '/oauth/apps/consent/:id/sign-in',
  signOut: '/oauth/apps/consent/:id/sign-out',
  jwks: '/.well-known/jwks.json',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

/** Path of a consent request's page. */
export const consentPath = (id: string, action: '' | '/sign-in' | '/sign-out' = ''): string =>
  `/oauth/apps/consent/${id}${action}`;
