import type { PrismaClient } from './prisma.ts';

/** Makes a person the owner, or one of the team, of a store. */
export async function createMembership(
  prisma: PrismaClient,
  membership: { personId: string; storeId: string; role: 'owner' | 'team'; createdAt: Date },
): Promise<void> {
  await prisma.membership.create({ data: membership });
}
