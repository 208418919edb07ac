import { createHash, randomBytes } from 'node:crypto';
import { createClient, USER_AGENT, type Client, type ClientOptions } from './client.ts';
import { OAuthError } from './errors.ts';
import { sendWithRetries, type RetryOptions } from './retry.ts';
import type { InstallationTokens, TokenStore } from './tokens.ts';

/** Settings of your app, from the portal. */
export interface AppOptions extends Omit<ClientOptions, 'token'> {
  /** Origin of the OAuth endpoints, e.g. `https://mostrador.example`. */
  authUrl: string;
  /** `app_…` */
  clientId: string;
  /** `sk_…` */
  clientSecret: string;
  /** A redirect URI of the app, exactly as registered. */
  redirectUri: string;
  tokens: TokenStore;
}

/** Values to keep in the session of the person who was sent to the authorization page. */
export interface AuthorizationSession {
  state: string;
  codeVerifier: string;
}

/** Response of the token endpoint (contract, section 5). */
interface TokenResponse {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
  scope: string;
  installation_id: string;
  store: { id: string; name: string };
}

/** The access token is refreshed this long before it ends. */
const EARLY_MS = 60_000;
/** Retries of a refresh end within the 60 s in which the API returns the same pair for the same key. */
const REFRESH_RETRIES: RetryOptions = { maxRetries: 4, timeoutMs: 8_000 };
/** A code works once: a repeated exchange would revoke the tokens of the first. */
const NO_RETRIES: RetryOptions = { maxRetries: 0, timeoutMs: 30_000 };

const randomToken = (): string => randomBytes(32).toString('base64url');
const sha256 = (text: string, encoding: 'hex' | 'base64url'): string =>
  createHash('sha256').update(text).digest(encoding);

/** Your app: installs itself on stores, and keeps the tokens of its installations (OAuth 2.0 with PKCE, RFC 6749 and 7636). */
export class App {
  readonly #options: AppOptions;
  readonly #current = new Map<string, InstallationTokens>();
  readonly #refreshing = new Map<string, Promise<InstallationTokens>>();

  constructor(options: AppOptions) {
    this.#options = { ...options, authUrl: options.authUrl.replace(/\/$/, '') };
  }

  /**
   * URL of the authorization page for one person, and what to keep in their session until they return.
   * @param scopes default: all scopes of the app
   */
  authorization(scopes?: string[]): { url: string; session: AuthorizationSession } {
    const { authUrl, clientId, redirectUri } = this.#options;
    const session = { state: randomToken(), codeVerifier: randomToken() };
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      state: session.state,
      code_challenge: sha256(session.codeVerifier, 'base64url'),
      code_challenge_method: 'S256',
      ...(scopes === undefined ? {} : { scope: scopes.join(' ') }),
    });
    return { url: `${authUrl}/oauth/apps/authorize?${query.toString()}`, session };
  }

  /**
   * Completes the authorization with the URL that the person returned to, within 60 seconds, and saves the tokens. Throws
   * `OAuthError`: `access_denied` when the owner declined, `invalid_state` when the URL does not belong to the session.
   */
  async install(returned: URL, { state, codeVerifier }: AuthorizationSession): Promise<InstallationTokens> {
    const query = returned.searchParams;
    if (query.get('state') !== state || query.get('iss') !== this.#options.authUrl)
      throw new OAuthError('invalid_state', 'The response belongs to another authorization.');
    const error = query.get('error');
    if (error !== null) throw new OAuthError(error, query.get('error_description') ?? undefined);
    const form = {
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      code_verifier: codeVerifier,
      redirect_uri: this.#options.redirectUri,
    };
    return this.#save((await this.#post('token', form, NO_RETRIES)) as TokenResponse);
  }

  /** Client of an installation. It refreshes the access token when necessary. */
  client(installationId: string): Client {
    return createClient({ ...this.#options, token: (refused) => this.token(installationId, refused) });
  }

  /**
   * Current access token of an installation, refreshed shortly before it ends, or when it is the refused one. Throws
   * `OAuthError`: `invalid_grant` when the owner has to authorize the app again.
   */
  async token(installationId: string, refused?: string): Promise<string> {
    const current = this.#current.get(installationId);
    if (current !== undefined && isUsable(current, refused)) return current.accessToken;
    let refresh = this.#refreshing.get(installationId);
    if (refresh === undefined) {
      refresh = this.#renew(installationId, refused).finally(() => this.#refreshing.delete(installationId));
      this.#refreshing.set(installationId, refresh);
    }
    return (await refresh).accessToken;
  }

  /** Revokes all tokens of an installation and removes them (RFC 7009). The app stays installed. */
  async revoke(installationId: string): Promise<void> {
    const stored = await this.#options.tokens.load(installationId);
    if (stored !== undefined) await this.#post('revoke', { token: stored.refreshToken }, REFRESH_RETRIES);
    this.#current.delete(installationId);
    await this.#options.tokens.remove(installationId);
  }

  /** Uses the stored tokens if another process has refreshed them, else refreshes. */
  async #renew(installationId: string, refused: string | undefined): Promise<InstallationTokens> {
    const stored = await this.#options.tokens.load(installationId);
    if (stored === undefined)
      throw new OAuthError('invalid_grant', `No tokens are stored for ${installationId}.`);
    if (isUsable(stored, refused)) {
      this.#current.set(installationId, stored);
      return stored;
    }
    const form = { grant_type: 'refresh_token', refresh_token: stored.refreshToken };
    // Derived, so that all processes that refresh at the same time, or repeat a lost request, get the same pair.
    const key = sha256(stored.refreshToken, 'hex');
    return this.#save((await this.#post('token', form, REFRESH_RETRIES, key)) as TokenResponse);
  }

  async #save(response: TokenResponse): Promise<InstallationTokens> {
    const tokens: InstallationTokens = {
      installationId: response.installation_id,
      store: response.store,
      scopes: response.scope.split(' '),
      accessToken: response.access_token,
      refreshToken: response.refresh_token,
      expiresAt: new Date(Date.now() + response.expires_in * 1_000).toISOString(),
    };
    // Stored before it is used: the refresh token that it replaces is used up.
    await this.#options.tokens.save(tokens);
    this.#current.set(tokens.installationId, tokens);
    return tokens;
  }

  async #post(
    endpoint: 'token' | 'revoke',
    form: Record<string, string>,
    retries: RetryOptions,
    key?: string,
  ): Promise<unknown> {
    const { authUrl, clientId, clientSecret } = this.#options;
    const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const headers = {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'user-agent': USER_AGENT,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const init = { method: 'POST', headers, body: new URLSearchParams(form) };
    return JSON.parse((await sendWithRetries(`${authUrl}/oauth/apps/${endpoint}`, init, retries)).text);
  }
}

/** Reports whether the access token was not refused and does not end soon. */
const isUsable = ({ accessToken, expiresAt }: InstallationTokens, refused: string | undefined): boolean =>
  accessToken !== refused && Date.parse(expiresAt) - EARLY_MS > Date.now();
