import type { Clock } from '@commerce/service-kit/clock.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { UrlPolicy } from '../domain/endpoint-url.ts';
import type { Prisma } from '../store/prisma.ts';

/** What the methods of the webhooks service work with. */
export interface Deps {
  prisma: Prisma;
  clock: Clock;
  secretBox: SecretBox;
  urlPolicy: UrlPolicy;
}
