import { SCOPE_NAMES } from '@commerce/public-api/scopes.ts';
import { PATHS } from '../paths.ts';

const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post'];

/** Metadata of the authorization server (RFC 8414, 2; RFC 9207, 3). */
export function serverMetadata(publicUrl: string): object {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}${PATHS.authorize}`,
    token_endpoint: `${publicUrl}${PATHS.token}`,
    revocation_endpoint: `${publicUrl}${PATHS.revoke}`,
    jwks_uri: `${publicUrl}${PATHS.jwks}`,
    scopes_supported: SCOPE_NAMES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['es', 'en'],
  };
}
