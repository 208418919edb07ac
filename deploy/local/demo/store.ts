import type { Brand, Category, OpeningHours, Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { cellsOf, kinds, places, valuesOf, type Kind, type Place, type StoreSeed } from './data.ts';
import { Rng, typeIdAt } from './random.ts';
import { BULK_GROUPS, DAY_MS, Timeline } from './timeline.ts';

/** Age of the first products and orders. */
const AGE_DAYS = 730;

/** Record counts of a store. */
export interface StoreCounts {
  products: number;
  customers: number;
  contacts: number;
  teamMembers: number;
  orders: number;
}

/** A shop with its city. */
export interface DemoShop {
  shop: Shop;
  place: Place;
}

/** Common input of all generators of a store: small, and everything else is derived from it by index. */
export type StoreModel = ReturnType<typeof makeStoreModel>;

/** A URL slug: no accents, lowercase, hyphens. */
export function slugify(text: string): string {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

const on = (days: string[], ...hours: [open: string, close: string][]): OpeningHours[] =>
  days.flatMap((day) => hours.map(([open, close]) => ({ day, open, close })));

/** Opening hours; shops in the interior close for the siesta. */
const weeks: Readonly<Record<string, OpeningHours[]>> = {
  split: [...on(weekdays, ['08:30', '12:30'], ['16:00', '20:00']), ...on(['saturday'], ['09:00', '13:30'])],
  running: [...on(weekdays, ['09:00', '20:00']), ...on(['saturday'], ['09:30', '18:00'])],
  mall: on([...weekdays, 'saturday', 'sunday'], ['10:00', '22:00']),
  closed: [],
};

interface Base {
  seed: StoreSeed;
  now: number;
  imagesUrl: string;
  openedAt: number;
  kinds: Kind[];
  /** Generator of the record at an index; those of different names are independent. */
  rng: (name: string, index: number) => Rng;
}

function makeShop({ now, openedAt, rng }: Base, row: string, at: number): DemoShop {
  const [name = '', city, street = '', number, cross, phone = '', email = '', week = '', , description] =
    cellsOf(row);
  const place = places.find((each) => each.city === city)!;
  const createdAtMs = openedAt + at * 45 * DAY_MS;
  const schedule = weeks[week]!;
  const isActive = schedule.length > 0;
  const address = {
    street,
    streetNumber: Number(number),
    crossStreets: cross || undefined,
    city: place.city,
    postalCode: place.postalCode,
  };
  const shop: Shop = {
    id: typeIdAt('shp', createdAtMs, at, rng('shop', at)),
    name,
    description,
    image: undefined,
    phone,
    email,
    address,
    schedule,
    isActive,
    createdAtMs,
    updatedAtMs: now - (30 + 17 * at) * DAY_MS,
  };
  return { shop, place };
}

/** URL of a drawing. */
export const pictureUrl = (imagesUrl: string, picture: string): string =>
  `${imagesUrl}/demo-product-${picture}.svg`;

/** Categories besides those of the kinds. */
export const extraCategories = [['Novedades'], ['Liquidación']];

function makeCategories({ now, imagesUrl, openedAt, rng, kinds: own }: Base): Map<string, Category> {
  const categories = new Map<string, Category>();
  const extra = extraCategories.map((path) => ({ path, picture: 'bag' }));
  for (const { path, picture } of [...own, ...extra]) {
    for (const [depth, name] of path.entries()) {
      const key = path.slice(0, depth + 1).join(' > ');
      if (categories.has(key)) continue;
      const at = categories.size;
      const random = rng('category', at);
      const slug = slugify(name);
      categories.set(key, {
        id: typeIdAt('cat', openedAt + DAY_MS, at, random),
        name,
        slug,
        parentId: categories.get(path.slice(0, depth).join(' > '))?.id,
        depth,
        isActive: name !== 'Liquidación',
        image: random.chance(0.6) ? pictureUrl(imagesUrl, picture) : undefined,
        updatedAtMs: now - random.between(10, 700) * DAY_MS - at,
      });
    }
  }
  return categories;
}

function makeBrands({ now, openedAt, rng, kinds: own }: Base): Map<string, Brand> {
  const names = new Set(own.flatMap((kind) => kind.brands));
  const brands = [...names].map((name, at): [string, Brand] => {
    const random = rng('brand', at);
    const slug = slugify(name);
    const brand = {
      id: typeIdAt('brd', openedAt + 2 * DAY_MS, at, random),
      name,
      slug,
      isActive: !random.chance(0.08),
      image: undefined,
      updatedAtMs: now - random.between(10, 700) * DAY_MS - at,
    };
    return [name, brand];
  });
  return new Map(brands);
}

/** Options of a store that all stores of a world share. */
export interface ModelOptions {
  now: number;
  /** Of the world. */
  seed: string;
  /** URL under which the pictures of the products are, without a trailing slash. */
  imagesUrl: string;
}

/** The model of a store. */
export function makeStoreModel(
  { now, imagesUrl, seed: worldSeed }: ModelOptions,
  seed: StoreSeed,
  counts: StoreCounts,
) {
  const from = now - AGE_DAYS * DAY_MS;
  const openedAt = from - 200 * DAY_MS;
  const rng = (name: string, index: number): Rng => new Rng(`${worldSeed}/${seed.slug}/${name}/${index}`);
  const omitted = valuesOf(seed.omitsCategories);
  const base: Base = {
    seed,
    now,
    imagesUrl,
    openedAt,
    rng,
    kinds: kinds.filter(({ path }) => !omitted.includes(path[0]!)),
  };
  const { products, customers, orders } = counts;
  const people = customers + counts.contacts + counts.teamMembers;
  return {
    ...base,
    storeId: typeIdAt('sto', openedAt, 0, rng('store', 0)),
    counts,
    shops: seed.shops.map((row, at) => makeShop(base, row, at)),
    /** Shares of the sales by index of the shop. */
    shopWeights: Object.fromEntries(seed.shops.map((row, at) => [at, Number(cellsOf(row)[8])])),
    /** By path, parents before their children. */
    categories: makeCategories(base),
    /** By name. */
    brands: makeBrands(base),
    productTimes: new Timeline({ count: products, slots: products + BULK_GROUPS, from: from + DAY_MS, now }),
    /** Contacts and team members have no orders: they come after the customers, and only their changes have slots. */
    customerTimes: new Timeline({ count: customers, slots: people, from: openedAt + DAY_MS, now }),
    orderTimes: new Timeline({ count: orders, slots: orders, from: from + 12 * DAY_MS, now, growth: 4 }),
  };
}
