import { readFileSync } from 'node:fs';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { sendMailJob } from '@commerce/service-kit/mail/send.ts';
import { mailSenderOf } from '@commerce/service-kit/mail/settings.ts';
import type { ServiceParts } from '@commerce/service-kit/process/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Clients } from './clients/connect.ts';
import { urlPolicyOf, type Config } from './config.ts';
import { Sender } from './delivery/attempt.ts';
import { deliverWith } from './delivery/deliver.ts';
import { Dispatcher } from './delivery/dispatcher.ts';
import { dnsResolve, systemResolve } from './delivery/resolve.ts';
import type { UrlPolicy } from './domain/endpoint-url.ts';
import { ATTEMPT_MS, LEASE_MS } from './domain/lease.ts';
import { keepDays } from './jobs/keep-days.ts';
import { REPLAY_RANGE, replayRangeJob } from './jobs/replay-range.ts';
import { writeMail } from './jobs/write-mail.ts';
import { Partitions } from './use-cases/partitions.ts';
import { openPrisma, type Prisma } from './store/prisma.ts';

/** Dependencies of the RPC handlers. */
export interface Deps extends Omit<Clients, 'contactsOf'> {
  db: Database;
  prisma: Prisma;
  writer: Writer;
  clock: Clock;
  secretBox: SecretBox;
  urlPolicy: UrlPolicy;
  partitions: Partitions;
  jobs: BulkJobs;
  /** Called when deliveries are due. */
  wake: () => void;
}

/** What the process runs besides the handlers. */
export interface ProcessDeps extends Deps {
  dispatcher: Dispatcher;
  /** Sends the e-mails that are in the outbox of mails. */
  sendMails: IntervalJob;
}

/** Makes the dependencies from what the kit opened. Today's partitions exist when it resolves. */
export async function openDeps(parts: ServiceParts<Config, Clients>): Promise<ProcessDeps> {
  const { config, db, writer, clock, logger, clients, onShutdown } = parts;
  const partitions = new Partitions(db);
  await keepDays({ db, clock, partitions });
  const prisma = openPrisma(db);
  onShutdown('prisma', () => prisma.$disconnect());
  const kinds = { [REPLAY_RANGE]: replayRangeJob({ clock, partitions }) };
  const dispatcher = openDispatcher(parts, partitions);
  const { contactsOf, ...others } = clients;
  const mail = { db, clock, logger, write: writeMail(contactsOf), send: mailSenderOf(config) };
  return {
    ...others,
    db,
    prisma,
    writer,
    clock,
    secretBox: config.ENCRYPTION_KEYS,
    urlPolicy: urlPolicyOf(config),
    partitions,
    jobs: new BulkJobs({ db, writer, clock, logger, kinds }),
    wake: dispatcher.wake,
    dispatcher,
    sendMails: sendMailJob(mail),
  };
}

function openDispatcher(parts: ServiceParts<Config, Clients>, partitions: Partitions): Dispatcher {
  const { config, db, writer, clock, logger, clients, onShutdown } = parts;
  const policy = urlPolicyOf(config);
  const caFile = config.WEBHOOK_EXTRA_CA_FILE;
  const sender = new Sender({
    policy,
    // Names of the local stack are those of the machine.
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
      logger,
      secretBox: config.ENCRYPTION_KEYS,
      fetch: clients.fetch,
      attempt: (request) => sender.attempt(request),
    }),
  });
}
