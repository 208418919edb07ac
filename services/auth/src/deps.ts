import type { Clock } from '@commerce/service-kit/clock.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { mailSenderOf } from '@commerce/service-kit/mail/settings.ts';
import type { SendMail } from '@commerce/service-kit/mail/smtp.ts';
import type { ServiceParts } from '@commerce/service-kit/process/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import { rulesOf, type Config } from './config.ts';
import { KnownPlans } from './domain/known-plans.ts';
import { Passwords } from './domain/passwords.ts';
import type { Rules } from './domain/rules.ts';
import { openPrisma, type Prisma } from './store/prisma.ts';
import { maintainSigningKeys } from './use-cases/rotate-signing-keys.ts';
import { Signer } from './use-cases/sign-access-tokens.ts';

/** Dependencies of the RPC handlers, use cases and jobs. */
export interface Deps {
  db: Database;
  /** Rate buckets, windows and key claims: rows that every request updates and no backup reads. */
  limits: Database;
  plans: KnownPlans;
  prisma: Prisma;
  writer: Writer;
  clock: Clock;
  logger: Logger;
  box: SecretBox;
  signer: Signer;
  passwords: Passwords;
  /** Undefined without a mail server: mails are logged as not sent. */
  sendMail: SendMail | undefined;
  rules: Rules;
}

/** Makes the dependencies from what the kit opened. A signing key exists when it resolves. */
export async function openDeps(parts: ServiceParts<Config, unknown>): Promise<Deps> {
  const { config, db, shortLivedDb: limits, writer, clock, logger } = parts;
  const rules = rulesOf(config);
  const box = config.ENCRYPTION_KEYS;
  const prisma = openPrisma(db);
  const deps: Deps = {
    db,
    limits: limits!,
    plans: new KnownPlans(),
    prisma,
    writer,
    clock,
    logger,
    box,
    signer: new Signer(db, box, clock, rules),
    passwords: new Passwords(),
    sendMail: mailSenderOf(config),
    rules,
  };
  await maintainSigningKeys(deps);
  return deps;
}
