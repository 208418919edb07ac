import * as oauth from 'oauth4webapi';
import { submitSignIn } from './authorization.ts';
import { PlainBrowser } from './browser.ts';
import type { Account, DemoApp } from './platform.ts';

/** A token response. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
  installation_id: string;
  store: { id: string; name: string };
}

/** OAuth client of an app, implemented with an independent library. */
export class AppClient {
  readonly issuer: string;
  readonly app: DemoApp;
  #server: oauth.AuthorizationServer | undefined;

  constructor(issuer: string, app: DemoApp) {
    this.issuer = issuer;
    this.app = app;
  }

  get #client(): oauth.Client {
    return { client_id: this.app.client_id };
  }

  get #options() {
    return { [oauth.allowInsecureRequests]: true };
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.issuer);
    this.#server ??= await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...this.#options }),
    );
    return this.#server;
  }

  /** Installs the app: passes the owner through sign-in and consent, and exchanges the code. */
  async install(owner: Account, scopes?: string[]): Promise<Tokens> {
    const { parameters, verifier } = await this.authorize(owner, scopes);
    return this.exchange(parameters, verifier);
  }

  /** Runs the authorization up to the redirect with the code, in a browser that may be signed in already. */
  async authorize(
    owner: Account,
    scopes?: string[],
    browser = new PlainBrowser(this.issuer),
  ): Promise<{ parameters: URLSearchParams; verifier: string }> {
    const server = await this.#discover();
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint!);
    url.search = new URLSearchParams({
      client_id: this.app.client_id,
      redirect_uri: this.app.redirect_uri,
      response_type: 'code',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(scopes ? { scope: scopes.join(' ') } : {}),
    }).toString();
    const left = await signInAndAllow(browser, url.href, owner);
    return { parameters: oauth.validateAuthResponse(server, this.#client, left, state), verifier };
  }

  /** Exchanges the code of an authorization response. */
  async exchange(parameters: URLSearchParams, verifier: string): Promise<Tokens> {
    const server = await this.#discover();
    const auth = oauth.ClientSecretBasic(this.app.client_secret);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      this.#client,
      auth,
      parameters,
      this.app.redirect_uri,
      verifier,
      this.#options,
    );
    return (await oauth.processAuthorizationCodeResponse(
      server,
      this.#client,
      response,
    )) as unknown as Tokens;
  }

  /** Uses a refresh token. */
  async refresh(refreshToken: string): Promise<Tokens> {
    const server = await this.#discover();
    const auth = oauth.ClientSecretPost(this.app.client_secret);
    const response = await oauth.refreshTokenGrantRequest(
      server,
      this.#client,
      auth,
      refreshToken,
      this.#options,
    );
    return (await oauth.processRefreshTokenResponse(server, this.#client, response)) as unknown as Tokens;
  }

  /** Revokes a token (RFC 7009). */
  async revoke(token: string): Promise<void> {
    const server = await this.#discover();
    const auth = oauth.ClientSecretBasic(this.app.client_secret);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, this.#client, auth, token, this.#options),
    );
  }
}

/** Walks the pages as the owner: signs in if required, then allows. Ends at the app's redirect. */
export async function signInAndAllow(browser: PlainBrowser, url: string, owner: Account): Promise<URL> {
  let landing = await browser.open(url);
  if ('page' in landing && landing.page.document.querySelector('[name="password"]')) {
    landing = await submitSignIn(browser, landing.page, owner);
  }
  if ('page' in landing) landing = await browser.submit(landing.page, { decision: 'allow' });
  if ('page' in landing) throw new Error(`not redirected to the app: ${landing.page.text.slice(0, 500)}`);
  return landing.left;
}
