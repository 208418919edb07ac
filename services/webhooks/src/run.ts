import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import { urlPolicyOf, type Config } from './config.ts';
import type { Deps } from './rpc/deps.ts';
import { getEndpoint } from './rpc/get-endpoint.ts';
import { putEndpoint } from './rpc/put-endpoint.ts';
import { openPrisma } from './store/prisma.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the webhooks service. */
export async function run(host: Host<Config>): Promise<void> {
  const urlPolicy = urlPolicyOf(host.config);
  const db = await openDatabase(host, migrations);
  const deps: Deps = {
    prisma: openPrisma(db),
    clock: host.clock,
    secretBox: host.config.ENCRYPTION_KEYS,
    urlPolicy,
  };
  await serveGrpc(host, (server) =>
    server.add(WebhooksServiceService, {
      getEndpoint: getEndpoint(deps),
      putEndpoint: putEndpoint(deps),
    }),
  );
}
