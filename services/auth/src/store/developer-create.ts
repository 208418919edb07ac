import { newId } from '@commerce/service-kit/ids.ts';
import type { PrismaClient } from './prisma.ts';

/** Creates a developer in whose name those people act. @returns its id */
export async function createDeveloper(
  prisma: PrismaClient,
  developer: { id?: string; name: string; memberIds: string[]; createdAt: Date },
): Promise<string> {
  const { memberIds, createdAt, name, id = newId('dev') } = developer;
  const members = { create: memberIds.map((personId) => ({ personId, createdAt })) };
  await prisma.developer.create({ data: { id, name, createdAt, members } });
  return id;
}
