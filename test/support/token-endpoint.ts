import type { DemoApp } from './platform.ts';
import type { Answer } from './api.ts';

/** A request to /token or /revoke. */
export interface TokenRequest {
  /** Credentials in the Authorization header. */
  basic?: { id: string; secret: string };
  form?: Record<string, string>;
  json?: unknown;
  headers?: Record<string, string>;
  /** A raw body, with its content type in `headers`. */
  body?: string | Buffer;
}

/** Authorization header of a client (RFC 6749, 2.3.1). */
export const basicOf = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

/** Credentials of an app for the Authorization header. */
export const credentials = (app: DemoApp): { id: string; secret: string } => ({
  id: app.client_id,
  secret: app.client_secret,
});

/** Posts to a token endpoint without an OAuth library. */
export async function postToken(
  gateway: string,
  { basic, form, json, headers = {}, body }: TokenRequest,
  path = '/oauth/apps/token',
): Promise<Answer> {
  const response = await fetch(`${gateway}${path}`, {
    method: 'POST',
    body: body ?? (json === undefined ? new URLSearchParams(form) : JSON.stringify(json)),
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(basic ? { authorization: basicOf(basic.id, basic.secret) } : {}),
      ...headers,
    },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** Uses a refresh token at a gateway. */
export const postRefresh = (
  gateway: string,
  app: DemoApp,
  refreshToken: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  postToken(gateway, {
    basic: credentials(app),
    form: { grant_type: 'refresh_token', refresh_token: refreshToken },
    headers,
  });

/** Revokes a token at a gateway. */
export const postRevoke = (gateway: string, app: DemoApp, token: string): Promise<Answer> =>
  postToken(gateway, { basic: credentials(app), form: { token } }, '/oauth/apps/revoke');
