import { readFileSync } from 'node:fs';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { sendMailJob } from '@commerce/service-kit/mail/send.ts';
import { mailSenderOf } from '@commerce/service-kit/mail/settings.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openMessaging } from '@commerce/service-kit/process/messaging.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import { connectNeighbours, type Neighbours } from './clients/connect.ts';
import { urlPolicyOf, type Config } from './config.ts';
import { Sender } from './delivery/attempt.ts';
import { deliverWith } from './delivery/deliver.ts';
import { Dispatcher } from './delivery/dispatcher.ts';
import type { RecordDeps } from './delivery/record.ts';
import { dnsResolve, systemResolve } from './delivery/resolve.ts';
import { ATTEMPT_MS, LEASE_MS } from './domain/lease.ts';
import { FanOut } from './events/fan-out.ts';
import { Partitions } from './events/partitions.ts';
import { subscriptions } from './events/subscriptions.ts';
import { keepDays, keepDaysJob } from './jobs/keep-days.ts';
import { observeQueue } from './jobs/observe-queue.ts';
import { REPLAY_RANGE, replayRangeJob } from './jobs/replay-range.ts';
import { sumUpHoursJob } from './jobs/sum-up-hours.ts';
import { writeMail } from './jobs/write-mail.ts';
import { addServices } from './services.ts';
import { openPrisma } from './store/prisma.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the webhooks service. */
export async function run(host: Host<Config>): Promise<void> {
  const { config, clock, logger } = host;
  const urlPolicy = urlPolicyOf(config);
  const send = mailSenderOf(config);
  const db = await openDatabase(host, migrations);
  const partitions = new Partitions(db);
  await keepDays({ db, clock, partitions });
  const neighbours = connectNeighbours(config, host.tls);
  host.onShutdown('neighbours', async () => neighbours.close());
  const messaging = openMessaging(host, 'webhooks', db);
  const { writer } = messaging;
  const kinds = { [REPLAY_RANGE]: replayRangeJob({ clock, partitions }) };
  const jobs = new BulkJobs({ db, writer, clock, logger, kinds });
  const recording: RecordDeps = { db, writer, clock, random: Math.random, partitions };
  const { wake } = startDispatcher(host, db, recording, neighbours);
  const { installationsOf, contactsOf, fetch, sampleOf } = neighbours;
  const fanOut = new FanOut({ clock, installationsOf, partitions, wake });
  for (const subscription of subscriptions(fanOut)) messaging.subscribe(subscription);
  messaging.every(keepDaysJob({ db, clock, partitions }));
  messaging.every(sumUpHoursJob(db, clock));
  messaging.every(observeQueue(db, clock));
  messaging.every(jobs.worker());
  messaging.every(sendMailJob({ db, clock, logger, write: writeMail(contactsOf), send }));
  const prisma = openPrisma(db);
  const secretBox = config.ENCRYPTION_KEYS;
  const deps = {
    db,
    prisma,
    writer,
    clock,
    secretBox,
    urlPolicy,
    partitions,
    jobs,
    installationsOf,
    fetch,
    sampleOf,
    wake,
  };
  await serveGrpc(host, (server) => addServices(server, deps));
}

function startDispatcher(
  host: Host<Config>,
  db: Database,
  recording: RecordDeps,
  { fetch }: Neighbours,
): Dispatcher {
  const { config, clock, logger } = host;
  const policy = urlPolicyOf(config);
  const caFile = config.WEBHOOK_EXTRA_CA_FILE;
  const sender = new Sender({
    policy,
    // Names of the local stack are those of the machine.
    resolve: policy.allowed === undefined ? dnsResolve() : systemResolve,
    extraCa: caFile === undefined ? undefined : readFileSync(caFile, 'utf8'),
    timeoutMs: ATTEMPT_MS,
  });
  const dispatcher = new Dispatcher({
    db,
    clock,
    logger,
    limits: { total: config.WEBHOOK_CONCURRENCY, perEndpoint: config.WEBHOOK_ENDPOINT_CONCURRENCY },
    leaseMs: LEASE_MS,
    deliver: deliverWith({
      ...recording,
      logger,
      secretBox: config.ENCRYPTION_KEYS,
      fetch,
      attempt: (request) => sender.attempt(request),
    }),
  });
  host.onShutdown('connections to receivers', () => sender.close());
  host.onShutdown('deliveries', () => dispatcher.stop());
  dispatcher.start();
  return dispatcher;
}
