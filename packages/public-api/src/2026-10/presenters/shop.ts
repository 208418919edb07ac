import type { Shop, ShopAddress } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ShopJson } from '../schemas/shop.ts';
import { iso, present } from './common.ts';

/** Address in one line as written in Argentina: `Av. Corrientes 1234, C1043 CABA`; 0 is a house without a number. */
export function fullAddress(address: ShopAddress): string {
  const number = address.streetNumber === 0 ? 'S/N' : String(address.streetNumber);
  const house = `${address.street} ${number}`.trim();
  const place = `${address.postalCode} ${address.city}`.trim();
  return place === '' ? house : `${house}, ${place}`;
}

function presentShopAddress(address: ShopAddress): ShopJson['address'] {
  return {
    street: address.street,
    street_number: address.streetNumber,
    cross_streets: address.crossStreets ?? null,
    city: address.city,
    postal_code: address.postalCode,
    full: fullAddress(address),
  };
}

/** Contract, section 2, "Shop". */
export const presentShop = (shop: Shop): ShopJson => ({
  id: shop.id,
  name: shop.name,
  description: shop.description ?? null,
  image: shop.image ?? null,
  phone: shop.phone,
  email: shop.email,
  address: presentShopAddress(present(shop.address, 'address')),
  schedule: shop.schedule.map(({ day, open, close }) => ({
    day: day as ShopJson['schedule'][number]['day'],
    open,
    close,
  })),
  is_active: shop.isActive,
  created_at: iso(shop.createdAtMs),
  updated_at: iso(shop.updatedAtMs),
});
