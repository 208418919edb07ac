import { newId } from '@commerce/service-kit/ids.ts';
import type { Plan } from '../domain/plan.ts';
import type { PrismaClient } from './prisma.ts';

/** Creates a store. @returns its id */
export async function createStore(
  prisma: PrismaClient,
  store: { id?: string; name: string; plan: Plan; createdAt: Date },
): Promise<string> {
  const { id } = await prisma.store.create({ data: { ...store, id: store.id ?? newId('sto') } });
  return id;
}
