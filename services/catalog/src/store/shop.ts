import type { OpeningHours, Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Shop as ShopRow } from '../generated/prisma/client.ts';
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
  'select created_at as "createdAt", updated_at as "updatedAt" from shop where store_id = $1 and id = $2 for no key update',
);

/** Locks a shop's row. @returns the times of its creation and last change */
export async function shopLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<{ createdAt: Date; updatedAt: Date } | undefined> {
  return (await tx.rows<{ createdAt: Date; updatedAt: Date }>(LOCK, [storeId, id]))[0];
}

const UPSERT = storeStatement(
  'shop-upsert',
  `insert into shop select * from json_populate_record(null::shop, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     name = excluded.name, description = excluded.description, image = excluded.image, phone = excluded.phone,
     email = excluded.email, street = excluded.street, street_number = excluded.street_number,
     cross_streets = excluded.cross_streets, city = excluded.city, postal_code = excluded.postal_code,
     schedule = excluded.schedule, is_active = excluded.is_active, updated_at = excluded.updated_at`,
);

/** Writes a shop that is new or whose row is locked. */
export async function shopSave(tx: Queryable, storeId: string, shop: Shop): Promise<void> {
  const row = {
    store_id: storeId,
    id: shop.id,
    name: shop.name,
    description: shop.description ?? null,
    image: shop.image ?? null,
    phone: shop.phone,
    email: shop.email,
    street: shop.address?.street ?? '',
    street_number: shop.address?.streetNumber ?? 0,
    cross_streets: shop.address?.crossStreets ?? null,
    city: shop.address?.city ?? '',
    postal_code: shop.address?.postalCode ?? '',
    schedule: shop.schedule,
    is_active: shop.isActive,
    created_at: new Date(shop.createdAtMs),
    updated_at: new Date(shop.updatedAtMs),
  };
  await tx.rows(UPSERT, [storeId, JSON.stringify(row)]);
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
