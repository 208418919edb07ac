import type { Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { weeks, type StoreSeed } from './data/stores.ts';
import { typeIdAt } from './ids.ts';
import type { Stream } from './random.ts';
import { slugify } from './text.ts';
import { DAY_MS } from './timeline.ts';

/** The store's shops. */
export function makeShops(
  seed: StoreSeed,
  stream: (name: string) => Stream,
  openedAt: number,
  now: number,
): Shop[] {
  const ids = stream('shop');
  return seed.shops.map((shop, at) => {
    const createdAtMs = openedAt + at * 45 * DAY_MS;
    return {
      id: typeIdAt('shp', createdAtMs, at, ids(at)),
      name: shop.name,
      description: shop.description,
      image: shop.hasImage
        ? `https://cdn.example.com/${seed.slug}/shops/${slugify(shop.name)}.jpg`
        : undefined,
      phone: shop.phone,
      email: shop.email,
      address: { ...shop.address },
      schedule: weeks[shop.hours].map((hours) => ({ ...hours })),
      isActive: shop.isActive,
      createdAtMs,
      updatedAtMs: now - (30 + 17 * at) * DAY_MS,
    };
  });
}
