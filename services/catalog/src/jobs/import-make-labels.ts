import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { brandNames, categoryPaths, pathKey } from '../domain/import-labels.ts';
import { folded } from '../domain/search.ts';
import { slugOf } from '../domain/slug.ts';
import { brandInsert } from '../store/brand-write.ts';
import { categoryInsert, categoryLockTree } from '../store/category-write.ts';
import { brandListNames, categoryListNames, importFindLabels } from '../store/import-labels.ts';
import { insertWithFreeSlug } from '../store/slug.ts';
import type { ImportPart } from './import-part.ts';

/** Few enough that nobody waits long. */
const PART_SIZE = 50;

/**
 * Makes the next categories and brands of an import that the store lacks.
 * @param from how many of them have been looked at
 * @returns how many have been looked at then; undefined after the last one
 */
export async function makeLabels(part: ImportPart, stamp: Stamp, from: number): Promise<number | undefined> {
  const { unit, storeId, importId } = part;
  const { categories, brands } = await importFindLabels(unit, storeId, importId);
  const all = [...categories.map((path) => ({ path })), ...brands.map((name) => ({ name }))];
  if (from >= all.length) return undefined;
  // The tree first, the store's clock last.
  await categoryLockTree(unit, storeId);
  const paths = categoryPaths(await categoryListNames(unit, storeId));
  const names = brandNames(await brandListNames(unit, storeId));
  for (const label of all.slice(from, from + PART_SIZE)) {
    if ('path' in label) await makeCategory(part, stamp, paths, label.path);
    else if (!names.has(folded(label.name))) await makeBrand(part, stamp, label.name);
  }
  return from + PART_SIZE;
}

async function makeCategory(
  { unit, storeId }: ImportPart,
  stamp: Stamp,
  paths: Map<string, string>,
  path: string[],
): Promise<void> {
  if (paths.has(pathKey(path))) return;
  const name = path.at(-1)!;
  const parentId = paths.get(pathKey(path.slice(0, -1)));
  const depth = path.length - 1;
  const category = { id: newId('cat'), name, parentId, depth, isActive: true, image: undefined };
  let updatedAtMs = 0;
  await insertWithFreeSlug(
    unit,
    storeId,
    'category',
    slugOf(name, 'categoria'),
    async () => void (updatedAtMs = (await stamp(unit, storeId)).getTime()),
    (slug) => categoryInsert(unit, storeId, { ...category, slug, updatedAtMs }),
  );
  paths.set(pathKey(path), category.id);
}

async function makeBrand({ unit, storeId }: ImportPart, stamp: Stamp, name: string): Promise<void> {
  let updatedAtMs = 0;
  await insertWithFreeSlug(
    unit,
    storeId,
    'brand',
    slugOf(name, 'marca'),
    async () => void (updatedAtMs = (await stamp(unit, storeId)).getTime()),
    (slug) =>
      brandInsert(unit, storeId, {
        id: newId('brd'),
        name,
        slug,
        isActive: true,
        image: undefined,
        updatedAtMs,
      }),
  );
}
