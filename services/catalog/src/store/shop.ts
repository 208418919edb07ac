import type { OpeningHours, Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Prisma } from './prisma.ts';
import type { Shop as ShopRow } from '../generated/prisma/client.ts';

/** Shops of a store after an id, in the order of ids. */
export async function shopListById(
  prisma: Prisma,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<Shop[]> {
  const rows = await prisma.shop.findMany({
    where: { storeId, id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(toShop);
}

/** One shop of a store. */
export async function shopFindById(prisma: Prisma, storeId: string, id: string): Promise<Shop | undefined> {
  const row = await prisma.shop.findUnique({ where: { storeId_id: { storeId, id } } });
  return row ? toShop(row) : undefined;
}

/** Id and name of every shop of a store. */
export async function shopListNames(
  prisma: Prisma,
  storeId: string,
): Promise<{ id: string; name: string }[]> {
  return prisma.shop.findMany({
    where: { storeId },
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
  });
}

/** Adds shops with the times that they have. */
export async function shopInsertMany(prisma: Prisma, storeId: string, shops: Shop[]): Promise<void> {
  await prisma.shop.createMany({ data: shops.map((shop) => toRow(storeId, shop)) });
}

function toShop(row: ShopRow): Shop {
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

function toRow(storeId: string, shop: Shop) {
  const { address, schedule, createdAtMs, updatedAtMs, ...fields } = shop;
  return {
    ...fields,
    storeId,
    street: address?.street ?? '',
    streetNumber: address?.streetNumber ?? 0,
    crossStreets: address?.crossStreets ?? null,
    city: address?.city ?? '',
    postalCode: address?.postalCode ?? '',
    schedule: schedule.map(({ day, open, close }) => ({ day, open, close })),
    createdAt: new Date(createdAtMs),
    updatedAt: new Date(updatedAtMs),
  };
}
