import type { Clock } from '@commerce/service-kit/clock.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { KnownPlans } from './admission/known-plans.ts';
import type { Passwords } from './sessions/passwords.ts';
import type { AuthRules } from './rules.ts';
import type { Signer } from './signing/signer.ts';
import type { PrismaClient } from './store/prisma.ts';

/** What the RPCs and jobs work with. */
export interface AuthDeps {
  database: Database;
  /** Rate buckets, windows and key claims: what every request updates and no backup reads. */
  limits: Database;
  plans: KnownPlans;
  prisma: PrismaClient;
  /** For changes that other services are told of. */
  writer: Writer;
  clock: Clock;
  box: SecretBox;
  signer: Signer;
  passwords: Passwords;
  rules: AuthRules;
}
