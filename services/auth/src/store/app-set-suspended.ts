import type { PrismaClient } from './prisma.ts';

/** Suspends (a time) or restores (null) an app. @returns whether it exists */
export async function setAppSuspended(
  prisma: PrismaClient,
  id: string,
  suspendedAt: Date | null,
): Promise<boolean> {
  // One that is suspended already keeps its first time.
  const where = suspendedAt ? { id, suspendedAt: null } : { id };
  const { count } = await prisma.app.updateMany({ where, data: { suspendedAt } });
  return count > 0 || (await prisma.app.count({ where: { id } })) > 0;
}
