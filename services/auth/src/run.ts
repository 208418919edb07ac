import type { Host } from '@commerce/service-kit/process/main.ts';
import { sendMailJob } from '@commerce/service-kit/mail/send.ts';
import { mailSenderOf } from '@commerce/service-kit/mail/settings.ts';
import { openMessaging, type Messaging } from '@commerce/service-kit/process/messaging.ts';
import { openDatabase, openSideDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import { rulesOf, type AuthConfig } from './config.ts';
import { KnownPlans } from './admission/known-plans.ts';
import type { AuthDeps } from './deps.ts';
import { ACTIVITY_MS, recordActivity } from './jobs/record-activity.ts';
import { redactStores } from './jobs/redact-stores.ts';
import { removeExpired } from './jobs/remove-expired.ts';
import { writeMail } from './mails/write-mail.ts';
import { addServices } from './services.ts';
import { Passwords } from './sessions/passwords.ts';
import { maintainSigningKeys } from './signing/rotate.ts';
import { Signer } from './signing/signer.ts';
import { EXPIRING, EXPIRING_LIMITS, SHORT_LIVED } from './store/expired-delete.ts';
import { openPrisma } from './store/prisma.ts';

/** Where the schema's changes lie. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url);
/** Where those of the limits database lie. */
export const LIMITS_MIGRATIONS = new URL('limits/', MIGRATIONS);

/** Wires the auth service. */
export async function run(host: Host<AuthConfig>): Promise<void> {
  const { config, clock, logger } = host;
  const send = mailSenderOf(config);
  const database = await openDatabase(host, MIGRATIONS);
  const limits = await openSideDatabase(host, 'limits', config.LIMITS_DATABASE_URL, LIMITS_MIGRATIONS);
  const rules = rulesOf(config);
  const prisma = openPrisma(database);
  host.onShutdown('prisma', () => prisma.$disconnect());
  const box = config.ENCRYPTION_KEYS;
  const signer = new Signer(database, box, clock, rules);
  const messaging = openMessaging(host, 'auth', database);
  const { writer } = messaging;
  const deps: AuthDeps = {
    database,
    limits,
    plans: new KnownPlans(),
    prisma,
    writer,
    clock,
    box,
    signer,
    passwords: new Passwords(),
    rules,
  };
  await maintainSigningKeys(deps, rules.rotation);
  startJobs(messaging, deps);
  messaging.every(sendMailJob({ db: database, clock, logger, write: writeMail(deps), send }));
  await serveGrpc(host, (server) => addServices(server, deps));
}

function startJobs(messaging: Messaging, deps: AuthDeps): void {
  const { database, limits, clock, rules } = deps;
  messaging.every({
    name: 'signing keys',
    everyMs: 60_000,
    run: () => maintainSigningKeys(deps, rules.rotation),
  });
  messaging.every({ name: 'record activity', everyMs: ACTIVITY_MS, run: () => recordActivity(deps) });
  messaging.every({ name: 'redact stores', everyMs: 60_000, run: () => redactStores(deps) });
  messaging.every({
    name: 'remove short-lived',
    everyMs: 10_000,
    run: () => removeExpired(database, clock, SHORT_LIVED),
  });
  messaging.every({
    name: 'remove expired',
    everyMs: 300_000,
    run: async () => {
      await removeExpired(database, clock, EXPIRING);
      await removeExpired(limits, clock, EXPIRING_LIMITS);
    },
  });
}
