import type { OpeningHours, Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { columnList, type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { Prisma as Schema, type Shop as ShopRow } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** Shops of a store after an id, in the order of ids. */
export async function shopListById(
  prisma: Prisma,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<Shop[]> {
  const rows = await prisma.forStore(storeId).shop.findMany({
    where: { id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(shopFromRow);
}

/** Id and name of every shop of a store. */
export async function shopListNames(
  prisma: Prisma,
  storeId: string,
): Promise<{ id: string; name: string }[]> {
  return prisma.forStore(storeId).shop.findMany({
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
  });
}

/** One shop of a store. */
export async function shopFindById(prisma: Prisma, storeId: string, id: string): Promise<Shop | undefined> {
  const row = await prisma.forStore(storeId).shop.findFirst({ where: { id } });
  return row ? shopFromRow(row) : undefined;
}

const LOCK = storeStatement(
  'shop-lock-by_id',
  `select ${columnList(Schema.ShopScalarFieldEnum)} from shop where store_id = $1 and id = $2 for no key update`,
);

/** Locks a shop's row. @returns the shop */
export async function shopLock(tx: Queryable, storeId: string, id: string): Promise<Shop | undefined> {
  const [row] = await tx.rows<Columns<ShopRow>>(LOCK, [storeId, id]);
  return row && shopFromRow(fromColumns<ShopRow>(row));
}

const toRow = (storeId: string, shop: Shop) => ({
  storeId,
  id: shop.id,
  name: shop.name,
  description: shop.description ?? null,
  image: shop.image ?? null,
  phone: shop.phone,
  email: shop.email,
  street: shop.address?.street ?? '',
  streetNumber: shop.address?.streetNumber ?? 0,
  crossStreets: shop.address?.crossStreets ?? null,
  city: shop.address?.city ?? '',
  postalCode: shop.address?.postalCode ?? '',
  schedule: shop.schedule.map(({ day, open, close }) => ({ day, open, close })),
  isActive: shop.isActive,
  createdAt: new Date(shop.createdAtMs),
  updatedAt: new Date(shop.updatedAtMs),
});

/** Inserts shops. */
export async function shopInsertMany(prisma: Prisma, storeId: string, shops: Shop[]): Promise<void> {
  const data = shops.map((shop) => toRow(storeId, shop));
  await prisma.forStore(storeId).shop.createMany({ data });
}

/** Writes a shop whose row is locked. */
export async function shopUpdate(prisma: Prisma, storeId: string, shop: Shop): Promise<void> {
  const { id, ...data } = toRow(storeId, shop);
  await prisma.forStore(storeId).shop.updateMany({ where: { id }, data });
}

function shopFromRow(row: ShopRow): Shop {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? undefined,
    image: row.image ?? undefined,
    phone: row.phone,
    email: row.email,
    address: {
      street: row.street,
      streetNumber: row.streetNumber,
      crossStreets: row.crossStreets ?? undefined,
      city: row.city,
      postalCode: row.postalCode,
    },
    schedule: row.schedule as unknown as OpeningHours[],
    isActive: row.isActive,
    createdAtMs: row.createdAt.getTime(),
    updatedAtMs: row.updatedAt.getTime(),
  };
}
