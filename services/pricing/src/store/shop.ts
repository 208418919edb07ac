import type { Prisma } from './prisma.ts';

/** Finds which of some shops are known. */
export async function shopFindMany(prisma: Prisma, storeId: string, shopIds: string[]): Promise<Set<string>> {
  const rows = await prisma
    .forStore(storeId)
    .shop.findMany({ where: { id: { in: shopIds } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** Adds shops of the catalog without a default list; known ones stay unchanged. */
export async function shopInsertMissing(prisma: Prisma, storeId: string, shopIds: string[]): Promise<void> {
  const data = shopIds.map((id) => ({ storeId, id }));
  await prisma.forStore(storeId).shop.createMany({ data, skipDuplicates: true });
}

/** Sets the default list of a known shop; null: none. */
export async function shopUpdateDefault(
  prisma: Prisma,
  storeId: string,
  shopId: string,
  defaultPriceListId: string | null,
): Promise<void> {
  await prisma.forStore(storeId).shop.updateMany({ where: { id: shopId }, data: { defaultPriceListId } });
}

/** Lists the default lists of the shops that have one. */
export async function shopListDefaults(
  prisma: Prisma,
  storeId: string,
): Promise<{ shopId: string; priceListId: string }[]> {
  const rows = await prisma
    .forStore(storeId)
    .shop.findMany({ where: { defaultPriceListId: { not: null } }, orderBy: { id: 'asc' } });
  return rows.map(({ id, defaultPriceListId }) => ({ shopId: id, priceListId: defaultPriceListId! }));
}

/** Finds out whether a price list is the default of a shop. */
export async function shopExistsByDefault(
  prisma: Prisma,
  storeId: string,
  defaultPriceListId: string,
): Promise<boolean> {
  return (await prisma.forStore(storeId).shop.findFirst({ where: { defaultPriceListId } })) !== null;
}
