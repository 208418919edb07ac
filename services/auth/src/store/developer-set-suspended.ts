import type { PrismaClient } from './prisma.ts';

/** Suspends (a time) or restores (null) a developer. @returns whether it exists */
export async function setDeveloperSuspended(
  prisma: PrismaClient,
  id: string,
  suspendedAt: Date | null,
): Promise<boolean> {
  // One that is suspended already keeps its first time.
  const where = suspendedAt ? { id, suspendedAt: null } : { id };
  const { count } = await prisma.developer.updateMany({ where, data: { suspendedAt } });
  return count > 0 || (await prisma.developer.count({ where: { id } })) > 0;
}
