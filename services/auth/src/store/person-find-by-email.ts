import type { PrismaClient } from './prisma.ts';

/** The person who signs in with the (normalized) e-mail. */
export async function findPersonByEmail(
  prisma: PrismaClient,
  email: string,
): Promise<{ id: string; passwordHash: string } | null> {
  return prisma.person.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
}
