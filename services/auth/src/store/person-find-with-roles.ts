import type { PrismaClient } from './prisma.ts';

/** A person, the stores and developers they belong to. */
export async function findPersonWithRoles(prisma: PrismaClient, id: string) {
  return prisma.person.findUnique({
    where: { id },
    select: {
      id: true,
      name: true,
      email: true,
      language: true,
      platformStaff: true,
      memberships: {
        select: { storeId: true, role: true, store: { select: { name: true } } },
        orderBy: { storeId: 'asc' },
      },
      developers: {
        select: { developerId: true, developer: { select: { name: true } } },
        orderBy: { developerId: 'asc' },
      },
    },
  });
}
