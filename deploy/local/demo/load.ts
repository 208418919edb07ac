import type { DemoResult, DemoTarget } from '../demo-target.ts';
import { loadAuth } from './load/auth.ts';
import { loadCatalog } from './load/catalog.ts';
import { loadCustomers } from './load/customers.ts';
import { loadInventory } from './load/inventory.ts';
import { loadOrders } from './load/orders.ts';
import { loadPricing } from './load/pricing.ts';
import { loadWebhooks } from './load/webhooks.ts';
import { DAY_MS } from './timeline.ts';
import { makeWorld, type World } from './world.ts';

/** Fills the services' databases with the demo world, in parallel. */
export async function loadDemo({
  databaseUrls: urls,
  env,
  products,
  progress,
  own,
}: DemoTarget): Promise<DemoResult> {
  // Rounded to the day, so that two loads on one day are the same.
  const now = own?.now ?? Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const world = makeWorld({ products, now });
  if (own) givePassword(world, own.password);
  const reported = async <T>(what: string, load: Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await load;
    progress(`${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    return result;
  };
  const [clientSecrets, webhookSecrets] = await Promise.all([
    reported('stores, people, apps', loadAuth(urls.auth, env.auth['ISSUER_URL']!, world, own?.clientSecrets)),
    own
      ? new Map<string, string>()
      : reported('webhook endpoints', loadWebhooks(urls.webhooks, env.webhooks['ENCRYPTION_KEYS']!, world)),
    reported('catalog', loadCatalog(urls.catalog, world)),
    reported('prices', loadPricing(urls.pricing, world)),
    reported('stock', loadInventory(urls.inventory, world)),
    reported('customers', loadCustomers(urls.customers, world)),
    reported('orders', loadOrders(urls.orders, world)),
  ]);
  return describe(world, clientSecrets, webhookSecrets);
}

function givePassword({ stores, developer, platformStaff }: World, password: string): void {
  const people = [
    ...stores.flatMap(({ owner, teamUser }) => [owner, teamUser]),
    developer.person,
    platformStaff,
  ];
  for (const person of people) person.password = password;
}

const account = ({ email, password }: { email: string; password: string }) => ({ email, password });

function describe(
  world: World,
  clientSecrets: Map<string, string>,
  webhookSecrets: Map<string, string>,
): DemoResult {
  return {
    stores: world.stores.map(({ id, store, owner, teamUser }) => ({
      id,
      name: store.name,
      owner: account(owner),
      team_user: account(teamUser),
    })),
    developer: account(world.developer.person),
    platform: account(world.platformStaff),
    apps: world.apps.map(({ id, redirectUris, scopes, webhookUrl }) => ({
      client_id: id,
      client_secret: clientSecrets.get(id)!,
      redirect_uri: redirectUris[0]!,
      scopes,
      webhook_url: webhookUrl,
      webhook_secret: webhookSecrets.get(id) ?? '',
    })),
  };
}
