import { readFileSync } from 'node:fs';
import type { EventVersions } from '@commerce/public-api/events/versions.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { TimePartitions } from '@commerce/service-kit/db/time-partitions.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { mailSenderOf } from '@commerce/service-kit/mail/settings.ts';
import type { SendMail } from '@commerce/service-kit/mail/smtp.ts';
import type { UrlPolicy } from '@commerce/service-kit/outbound/public-url.ts';
import { dnsResolve, systemResolve } from '@commerce/service-kit/outbound/resolve-hostname.ts';
import type { ServiceParts } from '@commerce/service-kit/process/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Clients } from './clients/index.ts';
import { urlPolicyOf, type Config } from './config.ts';
import { ATTEMPT_MS, LEASE_MS } from './domain/lease.ts';
import { HOLD_DELIVERIES, RELEASE_DELIVERIES } from './domain/app-suspension.ts';
import { CANCEL_DELIVERIES } from './domain/health.ts';
import { REPLAY_RANGE } from './domain/replay.ts';
import { cancelDeliveriesJob } from './jobs/cancel-deliveries.ts';
import { holdDeliveriesJob } from './jobs/hold-deliveries.ts';
import { releaseDeliveriesJob } from './jobs/release-deliveries.ts';
import { replayRangeJob } from './jobs/replay-range.ts';
import { openPrisma, type Prisma } from './store/prisma.ts';
import { deliverWith } from './use-cases/deliveries/deliver-batch.ts';
import { Dispatcher } from './use-cases/deliveries/dispatcher.ts';
import { Sender } from './use-cases/deliveries/send-attempt.ts';
import { openPartitions } from './store/partition.ts';

/** Dependencies of the RPC handlers, use cases and jobs. */
export interface Deps {
  db: Database;
  prisma: Prisma;
  writer: Writer;
  clock: Clock;
  logger: Logger;
  clients: Clients;
  secretBox: SecretBox;
  urlPolicy: UrlPolicy;
  versions: EventVersions;
  partitions: TimePartitions;
  jobs: BulkJobs;
  /** Makes the dispatcher look for due deliveries of apps now. */
  wakeDispatcher: (apps: Iterable<string>) => void;
}

/** Dependencies of the whole process. */
export interface ProcessDeps extends Deps {
  dispatcher: Dispatcher;
  /** Undefined when no mail server is set. */
  sendMail: SendMail | undefined;
}

/** Makes the dependencies from what the kit opened, and creates the current partitions. */
export async function openDeps(
  parts: ServiceParts<Config, Clients>,
  versions: EventVersions,
): Promise<ProcessDeps> {
  const { config, db, writer, clock, logger, clients } = parts;
  const partitions = openPartitions(db);
  await partitions.ensure(clock.now());
  const kinds = {
    [REPLAY_RANGE]: replayRangeJob({ clock, partitions }),
    [CANCEL_DELIVERIES]: cancelDeliveriesJob({ clock }),
    [HOLD_DELIVERIES]: holdDeliveriesJob({ clock }),
    [RELEASE_DELIVERIES]: releaseDeliveriesJob({ clock }),
  };
  const jobs = new BulkJobs({ db, writer, clock, logger, kinds });
  const dispatcher = openDispatcher(parts, { partitions, jobs, versions });
  return {
    db,
    prisma: openPrisma(db),
    writer,
    clock,
    logger,
    clients,
    secretBox: config.ENCRYPTION_KEYS,
    urlPolicy: urlPolicyOf(config),
    versions,
    partitions,
    jobs,
    wakeDispatcher: dispatcher.wake,
    dispatcher,
    sendMail: mailSenderOf(config),
  };
}

function openDispatcher(
  parts: ServiceParts<Config, Clients>,
  { partitions, jobs, versions }: Pick<Deps, 'partitions' | 'jobs' | 'versions'>,
): Dispatcher {
  const { config, db, writer, clock, logger, clients, onShutdown } = parts;
  const policy = urlPolicyOf(config);
  const caFile = config.WEBHOOK_EXTRA_CA_FILE;
  const sender = new Sender({
    policy,
    // The receivers of the local stack have names of the machine.
    resolve: policy.allowed === undefined ? dnsResolve() : systemResolve,
    extraCa: caFile === undefined ? undefined : readFileSync(caFile, 'utf8'),
    timeoutMs: ATTEMPT_MS,
  });
  onShutdown('connections to receivers', () => sender.close());
  return new Dispatcher({
    db,
    clock,
    logger,
    limits: { total: config.WEBHOOK_CONCURRENCY, perEndpoint: config.WEBHOOK_ENDPOINT_CONCURRENCY },
    leaseMs: LEASE_MS,
    deliver: deliverWith({
      db,
      writer,
      clock,
      random: Math.random,
      partitions,
      jobs,
      logger,
      secretBox: config.ENCRYPTION_KEYS,
      fetchResources: clients.fetchResources,
      versions,
      attempt: (request) => sender.attempt(request),
    }),
  });
}
