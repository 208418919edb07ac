import type { Host } from '@commerce/service-kit/process/main.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import { rulesOf, type AuthConfig } from './config.ts';
import type { AuthDeps } from './deps.ts';
import { removeExpired } from './jobs/remove-expired.ts';
import { Schedule } from './jobs/schedule.ts';
import { addServices } from './services.ts';
import { maintainSigningKeys } from './signing/rotate.ts';
import { Signer } from './signing/signer.ts';
import { EXPIRING, SHORT_LIVED } from './store/expired-delete.ts';
import { openPrisma } from './store/prisma.ts';

/** Where the schema's changes lie. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** Wires the auth service. */
export async function run(host: Host<AuthConfig>): Promise<void> {
  const { config, clock, logger } = host;
  const database = await openDatabase(host, MIGRATIONS);
  const rules = rulesOf(config);
  const prisma = openPrisma(database);
  host.onShutdown('prisma', () => prisma.$disconnect());
  const box = config.ENCRYPTION_KEYS;
  const signer = new Signer(database, box, clock, rules);
  const deps: AuthDeps = { database, prisma, clock, box, signer, rules };
  await maintainSigningKeys(deps, rules.rotation);
  const schedule = new Schedule(logger);
  host.onShutdown('jobs', () => schedule.stop());
  schedule.start({
    name: 'signing-keys',
    everyMs: 60_000,
    run: () => maintainSigningKeys(deps, rules.rotation),
  });
  schedule.start({
    name: 'remove-short-lived',
    everyMs: 10_000,
    run: () => removeExpired(database, clock, SHORT_LIVED),
  });
  schedule.start({
    name: 'remove-expired',
    everyMs: 300_000,
    run: () => removeExpired(database, clock, EXPIRING),
  });
  await serveGrpc(host, (server) => addServices(server, deps));
}
