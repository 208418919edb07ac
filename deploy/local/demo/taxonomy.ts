import type { Brand, Category } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { brandGroups } from './data/brands.ts';
import { categorySeeds, generalOnlyRoots, type CategorySeed } from './data/categories.ts';
import type { StoreSeed } from './data/stores.ts';
import { typeIdAt } from './ids.ts';
import type { Stream } from './random.ts';
import { slugify } from './text.ts';
import { DAY_MS } from './timeline.ts';

/** The store's categories, with a lookup by name. */
export interface Taxonomy {
  categories: Category[];
  /** The path from the root to a category, by name. */
  pathByName: ReadonlyMap<string, readonly Category[]>;
}

/** Only the general store sells groceries and clothes. */
function seedsFor(seed: StoreSeed): CategorySeed[] {
  let isKept = true;
  return categorySeeds.filter((category) => {
    if (category.depth === 0) isKept = seed.isGeneral || !generalOnlyRoots.includes(category.name);
    return isKept;
  });
}

/** The store's category tree, parents before their children. */
export function makeTaxonomy(
  seed: StoreSeed,
  stream: (name: string) => Stream,
  openedAt: number,
  now: number,
): Taxonomy {
  const ids = stream('category');
  const path: Category[] = [];
  const pathByName = new Map<string, readonly Category[]>();
  const categories = seedsFor(seed).map((node, at) => {
    const rng = ids(at);
    const slug = slugify(node.name);
    const category: Category = {
      id: typeIdAt('cat', openedAt + DAY_MS + at * 60_000, at, rng),
      name: node.name,
      slug,
      parentId: path[node.depth - 1]?.id,
      depth: node.depth,
      isActive: node.isActive,
      image: rng.chance(0.6) ? `https://cdn.example.com/${seed.slug}/categories/${slug}.jpg` : undefined,
      updatedAtMs: now - rng.between(10, 700) * DAY_MS - at,
    };
    path.length = node.depth;
    path.push(category);
    pathByName.set(node.name, [...path]);
    return category;
  });
  return { categories, pathByName };
}

/** Brands that only the general store's kinds have. */
const generalOnlyGroups = ['almacen', 'bebidas', 'limpieza', 'ropa', 'calzado'];

/** The store's brands. */
export function makeBrands(
  seed: StoreSeed,
  stream: (name: string) => Stream,
  openedAt: number,
  now: number,
): Brand[] {
  const ids = stream('brand');
  const names = [...brandGroups]
    .filter(([group]) => seed.isGeneral || !generalOnlyGroups.includes(group))
    .flatMap(([, brands]) => brands);
  return names.map((name, at) => {
    const rng = ids(at);
    const slug = slugify(name);
    return {
      id: typeIdAt('brd', openedAt + 2 * DAY_MS + at * 60_000, at, rng),
      name,
      slug,
      isActive: !rng.chance(0.08),
      image: rng.chance(0.7) ? `https://cdn.example.com/${seed.slug}/brands/${slug}.png` : undefined,
      updatedAtMs: now - rng.between(10, 700) * DAY_MS - at,
    };
  });
}
