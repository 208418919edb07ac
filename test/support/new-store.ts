import { randomUUID } from 'node:crypto';
import { createMembership } from '@commerce/auth/store/membership-create.ts';
import { createPerson } from '@commerce/auth/store/person-create.ts';
import { createStore } from '@commerce/auth/store/store-create.ts';
import { withAuthDatabase } from './auth-database.ts';
import type { Account } from './platform.ts';

/** A store of a test's own: no catalogue, but everything that installs, tokens and limits need. */
export interface TestStore {
  id: string;
  name: string;
  owner: TestPerson;
}

/** Somebody who can sign in. */
export interface TestPerson extends Account {
  id: string;
}

/** Registers a person. */
export function newPerson(name = 'Test person'): Promise<TestPerson> {
  return withAuthDatabase(async ({ prisma }) => {
    const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
    const id = await createPerson(prisma, { ...account, name, createdAt: new Date() });
    return { id, ...account };
  });
}

/** Opens a store of that plan, whose owner is new unless one is given. */
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

/** Makes a person one of a store. */
export function join(
  person: TestPerson,
  storeId: string,
  role: Parameters<typeof createMembership>[1]['role'],
): Promise<void> {
  return withAuthDatabase(({ prisma }) =>
    createMembership(prisma, { personId: person.id, storeId, role, createdAt: new Date() }),
  );
}
