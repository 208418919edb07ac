import type { Category } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Prisma } from './prisma.ts';

/** Categories of a store after an id, in the order of ids. */
export async function categoryListById(
  prisma: Prisma,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<Category[]> {
  const rows = await prisma.category.findMany({
    where: { storeId, id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    parentId: row.parentId ?? undefined,
    depth: row.depth,
    isActive: row.isActive,
    image: row.image ?? undefined,
    updatedAtMs: row.updatedAt.getTime(),
  }));
}

/** Whether the store has a category of that id. */
export async function categoryExists(prisma: Prisma, storeId: string, id: string): Promise<boolean> {
  return (await prisma.category.count({ where: { storeId, id } })) > 0;
}

/** Adds categories with the times that they have; parents come before their children. */
export async function categoryInsertMany(
  prisma: Prisma,
  storeId: string,
  categories: Category[],
): Promise<void> {
  await prisma.category.createMany({
    data: categories.map(({ updatedAtMs, ...fields }) => ({
      ...fields,
      storeId,
      updatedAt: new Date(updatedAtMs),
    })),
  });
}
