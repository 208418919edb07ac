import { randomUUID } from 'node:crypto';
import { createMembership, createPerson, createStore } from '@commerce/auth/seed.ts';
import { KNOWN_PASSWORD } from '../../services/auth/test/support/password.ts';
import { withAuthDatabase } from './auth-database.ts';
import type { Account } from './platform.ts';

/** A separate store for a test: no catalog, but everything that installations, tokens and limits need. */
export interface TestStore {
  id: string;
  name: string;
  owner: TestPerson;
}

/** A person who can sign in. */
export interface TestPerson extends Account {
  id: string;
}

/** Registers a person. */
export function newPerson(name = 'Test person'): Promise<TestPerson> {
  return withAuthDatabase(async ({ prisma }) => {
    const email = `${randomUUID()}@example.com`;
    const id = await createPerson(prisma, { email, ...KNOWN_PASSWORD, name, createdAt: new Date() });
    return { id, email, password: KNOWN_PASSWORD.password };
  });
}

/** Creates a store with the plan, with a new owner by default. */
export async function newStore(
  plan: Parameters<typeof createStore>[1]['plan'],
  { name = 'Test store', owner }: { name?: string; owner?: TestPerson } = {},
): Promise<TestStore> {
  const person = owner ?? (await newPerson());
  const id = await withAuthDatabase(({ prisma }) =>
    createStore(prisma, { name, plan, createdAt: new Date() }),
  );
  await join(person, id, 'owner');
  return { id, name, owner: person };
}

/** Adds a person to a developer account, without being an owner. */
export async function joinDeveloper(person: TestPerson, developerId: string): Promise<void> {
  const member = { personId: person.id, developerId, role: 'developer', createdAt: new Date() };
  await withAuthDatabase(({ prisma }) => prisma.acrossStores.developerMember.create({ data: member }));
}

/** Adds a person to a store. */
export function join(
  person: TestPerson,
  storeId: string,
  role: Parameters<typeof createMembership>[1]['role'],
): Promise<void> {
  return withAuthDatabase(({ prisma }) =>
    createMembership(prisma, { personId: person.id, storeId, role, createdAt: new Date() }),
  );
}
