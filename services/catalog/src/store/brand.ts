import type { Brand } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { columnList, type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { Prisma as Schema, type Brand as BrandRow } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** Brands of a store after an id, in the order of ids. */
export async function brandListById(
  prisma: Prisma,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<Brand[]> {
  const rows = await prisma.forStore(storeId).brand.findMany({
    where: { id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(brandFromRow);
}

/** One brand of a store. */
export async function brandFindById(prisma: Prisma, storeId: string, id: string): Promise<Brand | undefined> {
  const row = await prisma.forStore(storeId).brand.findFirst({ where: { id } });
  return row ? brandFromRow(row) : undefined;
}

const brandFromRow = ({ id, name, slug, isActive, image, updatedAt }: BrandRow): Brand => ({
  id,
  name,
  slug,
  isActive,
  image: image ?? undefined,
  updatedAtMs: updatedAt.getTime(),
});

/** Id and name of every brand of a store. */
export async function brandListNames(
  prisma: Prisma,
  storeId: string,
): Promise<{ id: string; name: string }[]> {
  return prisma.forStore(storeId).brand.findMany({ select: { id: true, name: true } });
}

/** Returns true when the store has a brand of that id. */
export async function brandExists(prisma: Prisma, storeId: string, id: string): Promise<boolean> {
  return (await prisma.forStore(storeId).brand.count({ where: { id } })) > 0;
}

const LOCK = storeStatement(
  'brand-lock-by_id',
  `select ${columnList(Schema.BrandScalarFieldEnum)} from brand where store_id = $1 and id = $2 for no key update`,
);

/** Locks a brand's row. @returns the brand */
export async function brandLock(tx: Queryable, storeId: string, id: string): Promise<BrandRow | undefined> {
  const [row] = await tx.rows<Columns<BrandRow>>(LOCK, [storeId, id]);
  return row && fromColumns<BrandRow>(row);
}

const toRow = (storeId: string, { updatedAtMs, image, ...brand }: Brand): BrandRow => ({
  storeId,
  ...brand,
  image: image ?? null,
  updatedAt: new Date(updatedAtMs),
});

/** Inserts a brand. @returns false when its slug is taken */
export async function brandInsert(prisma: Prisma, storeId: string, brand: Brand): Promise<boolean> {
  const data = [toRow(storeId, brand)];
  return (await prisma.forStore(storeId).brand.createMany({ data, skipDuplicates: true })).count > 0;
}

/** Updates a brand whose row is locked. */
export async function brandUpdate(prisma: Prisma, storeId: string, brand: Brand): Promise<void> {
  const { id, name, isActive, image, updatedAt } = toRow(storeId, brand);
  await prisma
    .forStore(storeId)
    .brand.updateMany({ where: { id }, data: { name, isActive, image, updatedAt } });
}

const LOCK_TO_DELETE = storeStatement(
  'brand-lock-to_delete',
  'select id from brand where store_id = $1 and id = $2 for update',
);
const FIND_USE = storeStatement(
  'brand-find-use',
  `select exists (select from product_filter f where f.store_id = $1 and f.filter = 'brand' and f.value = $2)
     or exists (select from product p where p.store_id = $1 and p.is_draft and p.brand_ids @> array[$2]) as "hasProducts"`,
);

/** Deletes a brand that no product has. @returns the reason why it was not deleted */
export async function brandDelete(
  tx: Queryable,
  prisma: Prisma,
  storeId: string,
  id: string,
): Promise<'missing' | 'has_products' | undefined> {
  // Lock before looking for products: a concurrent reference to the brand either waits for the lock or is committed
  // and seen.
  if ((await tx.rows(LOCK_TO_DELETE, [storeId, id])).length === 0) return 'missing';
  const [use] = await tx.rows<{ hasProducts: boolean }>(FIND_USE, [storeId, id]);
  if (use!.hasProducts) return 'has_products';
  await prisma.forStore(storeId).brand.deleteMany({ where: { id } });
  return undefined;
}
