import type { Role } from '../domain/role.ts';
import type { PrismaClient } from './prisma.ts';

/** Makes a person one of a store. */
export async function createMembership(
  prisma: PrismaClient,
  membership: { personId: string; storeId: string; role: Role; createdAt: Date },
): Promise<void> {
  await prisma.membership.create({ data: membership });
}
