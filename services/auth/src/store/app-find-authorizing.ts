import type { PrismaClient } from './prisma.ts';

/** The app and its developer's name, unless one of the two is suspended. */
export async function findAuthorizingApp(prisma: PrismaClient, id: string) {
  return prisma.app.findFirst({
    where: { id, suspendedAt: null, developer: { suspendedAt: null } },
    select: {
      id: true,
      name: true,
      logoUrl: true,
      redirectUris: true,
      scopes: true,
      developer: { select: { name: true } },
    },
  });
}
