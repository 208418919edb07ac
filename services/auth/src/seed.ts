import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { AppStatus } from './domain/app-review.ts';
import { normalizeEmail } from './domain/email.ts';
import { hashPassword } from './domain/password.ts';
import type { Plan } from './domain/plan.ts';
import type { Role } from './domain/role.ts';
import type { Prisma } from './store/prisma.ts';

export { SCOPES } from './domain/scope.ts';
export { openPrisma, type Prisma } from './store/prisma.ts';

/** Creates a person who signs in with that email and password; an email exists once. @returns the id */
export async function createPerson(
  prisma: Prisma,
  person: {
    id?: string;
    name: string;
    email: string;
    password: string;
    /** Defaults to a hash of the usual cost. */
    passwordHash?: string;
    platformStaff?: boolean;
    language?: 'es' | 'en';
    createdAt: Date;
  },
): Promise<string> {
  const { password, passwordHash = await hashPassword(password), email, id = newId('per'), ...rest } = person;
  await prisma.acrossStores.person.create({
    data: { ...rest, id, email: normalizeEmail(email), passwordHash },
  });
  return id;
}

/** Creates a store without a team. @returns its id */
export async function createStore(
  prisma: Prisma,
  store: { id?: string; name: string; plan: Plan; createdAt: Date },
): Promise<string> {
  const { id } = await prisma.acrossStores.store.create({ data: { ...store, id: store.id ?? newId('sto') } });
  return id;
}

/** Adds a person to the team of a store. */
export async function createMembership(
  prisma: Prisma,
  membership: { personId: string; storeId: string; role: Role; createdAt: Date },
): Promise<void> {
  await prisma.acrossStores.membership.create({ data: membership });
}

/** Creates a developer with these members. @returns its id */
export async function createDeveloper(
  prisma: Prisma,
  developer: { id?: string; name: string; memberIds: string[]; createdAt: Date },
): Promise<string> {
  const { memberIds, createdAt, name, id = newId('dev') } = developer;
  const members = { create: memberIds.map((personId) => ({ personId, createdAt })) };
  await prisma.acrossStores.developer.create({ data: { id, name, createdAt, members } });
  return id;
}

/** An app to create. */
export interface NewApp {
  id?: string;
  developerId: string;
  name: string;
  /** https URL. */
  logoUrl?: string;
  description?: string;
  /** https URL. */
  installUrl?: string;
  redirectUris: string[];
  /** All scopes that it may request. */
  scopes: string[];
  status: AppStatus;
  /** Only its hash is stored. */
  clientSecret: string;
  createdAt: Date;
}

/** Creates an app with its first client secret, in any status and without a review. @returns its id, which is its client_id */
export async function createApp(prisma: Prisma, app: NewApp): Promise<string> {
  const { clientSecret, createdAt, id = newId('app'), ...rest } = app;
  const secrets = { create: { secretHash: Uint8Array.from(sha256(clientSecret)), createdAt } };
  await prisma.acrossStores.app.create({ data: { ...rest, id, createdAt, updatedAt: createdAt, secrets } });
  return id;
}
