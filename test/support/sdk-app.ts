import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, fileTokenStore, type Client, type TokenStore } from '@mostrador/sdk';
import { PlainBrowser } from './browser.ts';
import { signInAndAllow } from './install-app.ts';
import { newApp } from './new-app.ts';
import { apiRoot, type Account, type DemoApp } from './platform.ts';

/** An app that uses the SDK, installed on a store. */
export interface SdkApp {
  registered: DemoApp;
  app: App;
  installationId: string;
  client: Client;
}

/** The SDK's app for a registered one. */
export const sdkApp = (
  gateway: string,
  { client_id, client_secret, redirect_uri }: DemoApp,
  tokens: TokenStore,
): App =>
  new App({
    baseUrl: apiRoot(gateway),
    authUrl: gateway,
    clientId: client_id,
    clientSecret: client_secret,
    redirectUri: redirect_uri,
    tokens,
  });

/** Installs an app with the SDK, with the owner's consent. */
export async function installSdkApp(
  gateway: string,
  owner: Account,
  registered?: DemoApp,
  tokens: TokenStore = fileTokenStore(mkdtempSync(path.join(tmpdir(), 'sdk-tokens-'))),
): Promise<SdkApp> {
  const known = registered ?? (await newApp());
  const app = sdkApp(gateway, known, tokens);
  const { url, session } = app.authorization();
  const returned = await signInAndAllow(new PlainBrowser(gateway), url, owner);
  const { installationId } = await app.install(returned, session);
  return { registered: known, app, installationId, client: app.client(installationId) };
}
