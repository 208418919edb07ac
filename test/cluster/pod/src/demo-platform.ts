import { makeWorld } from '@commerce/deploy/local/demo/world.ts';
import { AppClient, type Tokens } from '../../../support/install-app.ts';
import type { Account, DemoApp } from '../../../support/platform.ts';
import { required, type DemoSecrets } from './environment.ts';

/**
 * Routes requests to the public URL to a gateway, because the public name may not resolve to it.
 * @returns a function that restores `fetch`
 */
export function routeThroughGateway(
  publicName = required('PUBLIC_URL'),
  gateway = process.env['GATEWAY_URL'] || publicName,
): () => void {
  const publicUrl = new URL(publicName).origin;
  const direct = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(publicUrl)) return direct(input, init);
    const there = gateway + url.slice(publicUrl.length);
    return direct(input instanceof Request ? new Request(there, input) : there, init);
  };
  return () => {
    globalThis.fetch = direct;
  };
}

/** Owners of the demo stores, the demo apps and their developer, as loaded. */
export function demoAccounts(secrets: DemoSecrets): {
  owners: Account[];
  developer: Account;
  apps: DemoApp[];
} {
  const world = makeWorld({ products: 1, now: secrets.now });
  const account = ({ email }: { email: string }) => ({ email, password: secrets.password });
  return {
    owners: world.stores.map(({ owner }) => account(owner)),
    developer: account(world.developer.person),
    apps: world.apps.map(({ id, redirectUris, scopes }, index) => ({
      client_id: id,
      client_secret: secrets.clientSecrets[index]!,
      redirect_uri: redirectUris[0]!,
      scopes,
      webhook_url: '',
      webhook_secret: '',
    })),
  };
}

/** Installs a demo app on the first demo store through OAuth as its owner. */
export async function install(secrets: DemoSecrets, app: 0 | 1): Promise<Tokens> {
  const { owners, apps } = demoAccounts(secrets);
  return new AppClient(required('PUBLIC_URL'), apps[app]!).install(owners[0]!);
}
