import type { Prisma } from './prisma.ts';

/** Finds which of some shops belong to the store. */
export async function shopFindMany(prisma: Prisma, storeId: string, shopIds: string[]): Promise<Set<string>> {
  const rows = await prisma
    .forStore(storeId)
    .shop.findMany({ where: { id: { in: shopIds } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** Adds shops; those that exist stay. */
export async function shopSaveMany(prisma: Prisma, storeId: string, shopIds: string[]): Promise<void> {
  const data = shopIds.map((id) => ({ storeId, id }));
  await prisma.forStore(storeId).shop.createMany({ data, skipDuplicates: true });
}
