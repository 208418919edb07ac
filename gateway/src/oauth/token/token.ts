import type { Request, Response } from 'express';
import {
  OAuthError,
  type ClientCredentials,
  type OAuthRefusal,
  type TokenSet,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { attribute } from '../../edge/request-log.ts';
import { contextOf, type OAuthDeps, type OAuthHandler } from '../deps.ts';
import { sendError, sendJson, sendRefusal, type TokenError } from './responses.ts';
import { credentialsOf } from './client-credentials.ts';
import { readParameters, type Parameters } from './parameters.ts';

/** Token request with a parsed body. */
interface TokenRequest {
  req: Request;
  res: Response;
  ctx: Context;
  client: ClientCredentials;
  parameters: Parameters;
}

type Grant = (deps: OAuthDeps, request: TokenRequest) => Promise<void>;

const GRANTS: Record<string, Grant> = { authorization_code: exchange, refresh_token: refresh };
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** POST /oauth/apps/token (contract, section 5, steps 2 and 3). */
export function token(deps: OAuthDeps): OAuthHandler {
  return async (req, res) => {
    const parameters = await readParameters(req);
    const request = {
      req,
      res,
      ctx: contextOf(deps, res),
      client: credentialsOf(req, parameters),
      parameters,
    };
    const type = parameters.get('grant_type');
    if (type === undefined) return refuse(deps, request, 'invalid_request', 'grant_type is missing.');
    if (!Object.hasOwn(GRANTS, type)) {
      const description = 'grant_type must be authorization_code or refresh_token.';
      return refuse(deps, request, 'unsupported_grant_type', description);
    }
    await GRANTS[type]!(deps, request);
  };
}

async function exchange(deps: OAuthDeps, request: TokenRequest): Promise<void> {
  const { res, ctx, client, parameters } = request;
  const missing = ['code', 'code_verifier', 'redirect_uri'].find((name) => !parameters.has(name));
  if (missing !== undefined) return refuse(deps, request, 'invalid_request', `${missing} is missing.`);
  const { result } = await deps.services.oauth.exchangeCode(ctx, {
    client,
    code: parameters.get('code')!,
    codeVerifier: parameters.get('code_verifier')!,
    redirectUri: parameters.get('redirect_uri')!,
  });
  attributeClient(request, result?.$case === 'refusal' ? result.value : undefined);
  if (result?.$case === 'tokens') return sendJson(res, 200, presented(result.value));
  if (result) sendRefusal(res, result.value);
}

async function refresh(deps: OAuthDeps, request: TokenRequest): Promise<void> {
  const { req, res, ctx, client, parameters } = request;
  const refreshToken = parameters.get('refresh_token');
  if (refreshToken === undefined)
    return refuse(deps, request, 'invalid_request', 'refresh_token is missing.');
  const idempotencyKey = req.headers['idempotency-key'];
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(String(idempotencyKey))) {
    const description = 'Idempotency-Key must be 1 to 255 printable ASCII characters.';
    return refuse(deps, request, 'invalid_request', description);
  }
  const { result, replayed } = await deps.services.oauth.refreshTokens(ctx, {
    client,
    refreshToken,
    idempotencyKey: String(idempotencyKey ?? ''),
  });
  attributeClient(request, result?.$case === 'refusal' ? result.value : undefined);
  const headers: Record<string, string> = replayed ? { 'Idempotent-Replayed': 'true' } : {};
  if (result?.$case === 'tokens') return sendJson(res, 200, presented(result.value), headers);
  if (result) sendRefusal(res, result.value);
}

/** Reports a problem with the request, but only to an authenticated client. */
async function refuse(
  deps: OAuthDeps,
  request: TokenRequest,
  error: TokenError,
  description: string,
): Promise<void> {
  const { res, ctx, client } = request;
  const { refusal } = await deps.services.oauth.authenticateClient(ctx, { client });
  attributeClient(request, refusal);
  if (refusal) return sendRefusal(res, refusal);
  sendError(res, error, description);
}

/**
 * Logs the request for its app if the client is authenticated: anyone can send requests with a client_id, which is public.
 */
function attributeClient({ res, client }: TokenRequest, refusal: OAuthRefusal | undefined): void {
  if (refusal === undefined || refusal.error === OAuthError.INVALID_GRANT)
    attribute(res, { appId: client.clientId, storeId: '' });
}

const presented = (tokens: TokenSet) => ({
  access_token: tokens.accessToken,
  token_type: 'Bearer',
  expires_in: tokens.expiresInS,
  refresh_token: tokens.refreshToken,
  scope: tokens.scopes.join(' '),
  installation_id: tokens.installationId,
  store: { id: tokens.storeId, name: tokens.storeName },
});
