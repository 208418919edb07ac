import type { Brand } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Prisma } from './prisma.ts';

/** Brands of a store after an id, in the order of ids. */
export async function brandListById(
  prisma: Prisma,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<Brand[]> {
  const rows = await prisma.brand.findMany({
    where: { storeId, id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    isActive: row.isActive,
    image: row.image ?? undefined,
    updatedAtMs: row.updatedAt.getTime(),
  }));
}

/** Whether the store has a brand of that id. */
export async function brandExists(prisma: Prisma, storeId: string, id: string): Promise<boolean> {
  return (await prisma.brand.count({ where: { storeId, id } })) > 0;
}

/** Adds brands with the times that they have. */
export async function brandInsertMany(prisma: Prisma, storeId: string, brands: Brand[]): Promise<void> {
  await prisma.brand.createMany({
    data: brands.map(({ updatedAtMs, ...fields }) => ({
      ...fields,
      storeId,
      updatedAt: new Date(updatedAtMs),
    })),
  });
}
