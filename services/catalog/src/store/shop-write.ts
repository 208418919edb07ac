import type { Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const LOCK = storeStatement(
  'shop-lock-by_id',
  'select created_at as "createdAt", updated_at as "updatedAt" from shop where store_id = $1 and id = $2 for no key update',
);
const UPSERT = storeStatement(
  'shop-upsert',
  `insert into shop select * from json_populate_record(null::shop, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     name = excluded.name, description = excluded.description, image = excluded.image, phone = excluded.phone,
     email = excluded.email, street = excluded.street, street_number = excluded.street_number,
     cross_streets = excluded.cross_streets, city = excluded.city, postal_code = excluded.postal_code,
     schedule = excluded.schedule, is_active = excluded.is_active, updated_at = excluded.updated_at`,
);

/** Locks a shop's row. @returns when the shop was created and last changed */
export async function shopLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<{ createdAt: Date; updatedAt: Date } | undefined> {
  return (await tx.rows<{ createdAt: Date; updatedAt: Date }>(LOCK, [storeId, id]))[0];
}

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
