import type { PrismaClient } from './prisma.ts';

/** The person who signs in with the (normalized) e-mail. */
export async function findPersonByEmail(
  prisma: PrismaClient,
  email: string,
): Promise<{ id: string; name: string; language: string; passwordHash: string } | null> {
  const select = { id: true, name: true, language: true, passwordHash: true };
  return prisma.person.findUnique({ where: { email }, select });
}
