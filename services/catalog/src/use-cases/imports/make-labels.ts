import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { brandNames, categoryPaths, pathKey } from '../../domain/import-labels.ts';
import { folded } from '../../domain/search.ts';
import { slugOf } from '../../domain/slug.ts';
import { brandInsert, brandListNames } from '../../store/brand.ts';
import { categoryInsert, categoryListNames, categoryLockTree } from '../../store/category.ts';
import { importFindLabels } from '../../store/import.ts';
import { insertWithFreeSlug } from '../../store/slug.ts';
import type { ImportStep } from './import-step.ts';

/** Categories and brands per step: few enough that the locks are short. */
const LABELS_PER_STEP = 50;

/**
 * Creates the next missing categories and brands of an import.
 * @param from number of categories and brands that were handled before
 * @returns number that are handled now; undefined after the last one
 */
export async function makeLabels(step: ImportStep, stamp: Stamp, from: number): Promise<number | undefined> {
  const { unit, prisma, storeId, importId } = step;
  const { categories, brands } = await importFindLabels(prisma, storeId, importId);
  const all = [...categories.map((path) => ({ path })), ...brands.map((name) => ({ name }))];
  if (from >= all.length) return undefined;
  // Lock order: the tree first, the store's clock last.
  await categoryLockTree(unit, storeId);
  const paths = categoryPaths(await categoryListNames(prisma, storeId));
  const names = brandNames(await brandListNames(prisma, storeId));
  for (const label of all.slice(from, from + LABELS_PER_STEP)) {
    if ('path' in label) await makeCategory(step, stamp, paths, label.path);
    else if (!names.has(folded(label.name))) await makeBrand(step, stamp, label.name);
  }
  return from + LABELS_PER_STEP;
}

async function makeCategory(
  { unit, prisma, storeId }: ImportStep,
  stamp: Stamp,
  paths: Map<string, string>,
  path: string[],
): Promise<void> {
  if (paths.has(pathKey(path))) return;
  const name = path.at(-1)!;
  const parentId = paths.get(pathKey(path.slice(0, -1)));
  const depth = path.length - 1;
  const category = { id: newId('cat'), name, parentId, depth, isActive: true, image: undefined };
  await insertWithFreeSlug(unit, storeId, {
    entity: 'category',
    base: slugOf(name, 'categoria'),
    stamp,
    insert: (slug, updatedAtMs) => categoryInsert(prisma, storeId, { ...category, slug, updatedAtMs }),
  });
  paths.set(pathKey(path), category.id);
}

async function makeBrand({ unit, prisma, storeId }: ImportStep, stamp: Stamp, name: string): Promise<void> {
  await insertWithFreeSlug(unit, storeId, {
    entity: 'brand',
    base: slugOf(name, 'marca'),
    stamp,
    insert: (slug, updatedAtMs) =>
      brandInsert(prisma, storeId, {
        id: newId('brd'),
        name,
        slug,
        isActive: true,
        image: undefined,
        updatedAtMs,
      }),
  });
}
