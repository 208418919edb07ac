import type { Clock } from '@commerce/service-kit/clock.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { sendMailJob } from '@commerce/service-kit/mail/send.ts';
import { mailSenderOf } from '@commerce/service-kit/mail/settings.ts';
import type { ServiceParts } from '@commerce/service-kit/process/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import { KnownPlans } from './admission/known-plans.ts';
import { rulesOf, type Config } from './config.ts';
import { writeMail } from './mails/write-mail.ts';
import type { AuthRules } from './rules.ts';
import { Passwords } from './sessions/passwords.ts';
import { maintainSigningKeys } from './signing/rotate.ts';
import { Signer } from './signing/signer.ts';
import { openPrisma, type PrismaClient } from './store/prisma.ts';

/** Dependencies of the RPC handlers, use cases and jobs. */
export interface Deps {
  database: Database;
  /** Rate buckets, windows and key claims: what every request updates and no backup reads. */
  limits: Database;
  plans: KnownPlans;
  prisma: PrismaClient;
  /** For changes that publish events. */
  writer: Writer;
  clock: Clock;
  box: SecretBox;
  signer: Signer;
  passwords: Passwords;
  rules: AuthRules;
}

/** What the process runs besides the handlers. */
export interface ProcessDeps extends Deps {
  /** Sends the e-mails that are in the outbox of mails. */
  sendMails: IntervalJob;
}

/** Makes the dependencies from what the kit opened. A signing key exists when it resolves. */
export async function openDeps(parts: ServiceParts<Config, unknown>): Promise<ProcessDeps> {
  const { config, db: database, shortLivedDb: limits, writer, clock, logger, onShutdown } = parts;
  const send = mailSenderOf(config);
  const rules = rulesOf(config);
  const box = config.ENCRYPTION_KEYS;
  const prisma = openPrisma(database);
  onShutdown('prisma', () => prisma.$disconnect());
  const deps: Deps = {
    database,
    limits: limits!,
    plans: new KnownPlans(),
    prisma,
    writer,
    clock,
    box,
    signer: new Signer(database, box, clock, rules),
    passwords: new Passwords(),
    rules,
  };
  await maintainSigningKeys(deps, rules.rotation);
  return { ...deps, sendMails: sendMailJob({ db: database, clock, logger, write: writeMail(deps), send }) };
}
