import type { RequestHandler, Response } from 'express';
import { OAuthError, type OAuthRefusal } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { writeTooManyRequests } from '../../edge/problem-response.ts';
import { requestIdOf } from '../../edge/request-id.ts';
import type { LoggedError } from '../../edge/request-log.ts';
import { serve, writeJson } from '../../edge/serve.ts';
import type { OAuthDeps, OAuthHandler, OAuthRoute } from '../deps.ts';

/** Errors of the token endpoints with their statuses (contract, section 7; RFC 6749, 5.2). */
const STATUSES = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  server_error: 500,
} as const;

/** Error code of the token endpoints. */
export type TokenError = keyof typeof STATUSES;

/** Rejection of a token request. */
export class TokenRequestError extends Error {
  override name = 'TokenRequestError';
  readonly error: TokenError;
  readonly status: number;

  constructor(error: TokenError, description: string, status: number = STATUSES[error]) {
    super(description);
    this.error = error;
    this.status = status;
  }
}

const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** Writes JSON, by default with headers that forbid caching (RFC 6749, 5.1). */
export function sendJson(
  res: Response,
  status: number,
  body: object,
  headers: Record<string, string> = {},
  caching: Record<string, string> = NO_STORE,
): void {
  writeJson(res, status, JSON.stringify(body), { ...caching, ...headers });
}

/** Writes an error (RFC 6749, 5.2). */
export function sendError(
  res: Response,
  error: TokenError,
  description: string,
  status: number = STATUSES[error],
  headers: Record<string, string> = {},
): void {
  const challenge: Record<string, string> =
    status === 401 ? { 'WWW-Authenticate': 'Basic realm="oauth", charset="UTF-8"' } : {};
  res.locals['error'] = { code: error, description } satisfies LoggedError;
  const body = { error, ...(description === '' ? {} : { error_description: description }) };
  sendJson(res, status, body, { ...challenge, ...headers });
}

/** Writes a refusal of the auth service. */
export function sendRefusal(res: Response, { error, description, retryAfterS }: OAuthRefusal): void {
  if (error === OAuthError.RATE_LIMITED) {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Pragma', 'no-cache');
    return writeTooManyRequests(res, retryAfterS);
  }
  sendError(res, error === OAuthError.INVALID_CLIENT ? 'invalid_client' : 'invalid_grant', description);
}

/** Route for clients: errors are those of RFC 6749. */
export function tokenRoute(deps: OAuthDeps, route: OAuthRoute, handler: OAuthHandler): RequestHandler {
  return serve(route, handler, (res, error) => failed(deps, res, error));
}

function failed({ logger }: OAuthDeps, res: Response, error: unknown): void {
  if (res.headersSent) return void res.destroy();
  if (error instanceof TokenRequestError) {
    // The rest of a body that is too large is not read.
    const headers: Record<string, string> = error.status === 413 ? { Connection: 'close' } : {};
    return sendError(res, error.error, error.message, error.status, headers);
  }
  const fault = toFault(error);
  const line = { err: fault.cause ?? error, request_id: requestIdOf(res) };
  if (fault.code === 'server_error') logger.error(line, 'token request failed');
  else logger.warn(line, 'token request failed, client may retry');
  sendError(res, 'server_error', '', 500, { 'Retry-After': '2' });
}
