import { newTurn, type Turn } from '@commerce/service-kit/jobs/turns.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Finding } from '../../domain/csv/findings.ts';
import { findingsOf } from '../../domain/import-check.ts';
import { brandNames, categoryPaths, labelsOf } from '../../domain/import-labels.ts';
import {
  changedByImport,
  createdByImport,
  isChangedBeyondFields,
  type Merged,
} from '../../domain/import-merge.ts';
import type { ImportItem } from '../../domain/import.ts';
import { Problems } from '../../domain/problems.ts';
import { isSame, type ProductRecord } from '../../domain/product.ts';
import { publishChanges } from '../../events/publish.ts';
import { brandListNames } from '../../store/brand.ts';
import { categoryListNames } from '../../store/category.ts';
import { importItemListToWrite, importItemUpdateMany } from '../../store/import-item.ts';
import { importProblemInsertMany } from '../../store/import-problem.ts';
import { importAddCounts, importLock } from '../../store/import.ts';
import { productSaveMany } from '../../store/product-write.ts';
import { productFindIdsBySlugs, productLockMany } from '../../store/product.ts';
import { referencesLock } from '../../store/references.ts';
import type { Deps } from '../../deps.ts';
import { linkImages, saveImageUses } from '../images/link-images.ts';
import { CHUNK, type ImportStep } from './import-step.ts';

/** A product of a chunk, merged with the product of the store that it matches. */
interface MergedItem {
  item: ImportItem;
  before: ProductRecord | undefined;
  merged: Merged;
  findings: Finding[];
}

type UpdatedItem = Pick<ImportItem, 'position' | 'state' | 'productId' | 'todo'>;

type WriteDeps = Pick<Deps, 'clock' | 'stamp' | 'imageUrls'>;

const newVariantId = () => newId('var');

/**
 * Writes the next chunk of products. Until they have their prices, new products are drafts and new variants are
 * inactive.
 * @returns the position of the last one; undefined when there is none left
 */
export async function writeItems(
  deps: WriteDeps,
  step: ImportStep,
  after: number,
): Promise<number | undefined> {
  const { unit, storeId, importId } = step;
  const items = await importItemListToWrite(unit, storeId, importId, after, CHUNK);
  if (items.length === 0) return undefined;
  const turn = newTurn();
  const all = await linkAll(deps, step, await mergeAll(step, items, turn));
  const changed: MergedItem[] = [];
  const updates: UpdatedItem[] = [];
  for (const one of all) {
    const { before, merged, findings } = one;
    const isDifferent = !isSame(before, merged.record);
    if (isDifferent && findings.length === 0) changed.push(one);
    updates.push(updateOf(one, isDifferent));
    await turn();
  }
  // Before the stamps of the amounts, which are set later.
  const stamp = updates.some(({ todo }) => todo?.isChanged) ? await deps.stamp(unit, storeId) : undefined;
  const updatedAtMs = stamp?.getTime() ?? 0;
  const saved = changed.map(({ before, merged }) => ({
    before,
    after: stamped(before, merged.record, updatedAtMs),
  }));
  if (saved.length > 0) {
    await productSaveMany(
      unit,
      storeId,
      saved.map((one) => one.after),
    );
    await saveImageUses(deps, unit, storeId, saved);
  }
  publishChanges(unit, saved, step.bulkOperationId);
  await importItemUpdateMany(unit, storeId, importId, updates);
  await count(step, all, stamp);
  return items.at(-1)!.position;
}

/** Gives products the copies of external images that exist, and requests those of the others. */
async function linkAll(
  deps: WriteDeps,
  { unit, storeId }: ImportStep,
  all: MergedItem[],
): Promise<MergedItem[]> {
  const valid = all.filter(({ findings }) => findings.length === 0);
  const changes = valid.map(({ before, merged }) => ({ before, after: merged.record }));
  const linked = await linkImages(deps, unit, storeId, changes);
  const records = new Map(valid.map((one, index) => [one, linked[index]!]));
  return all.map((one) => {
    const record = records.get(one);
    return record === undefined ? one : { ...one, merged: { ...one.merged, record } };
  });
}

async function mergeAll(
  { unit, prisma, storeId }: ImportStep,
  items: ImportItem[],
  turn: Turn,
): Promise<MergedItem[]> {
  const known = {
    categories: categoryPaths(await categoryListNames(prisma, storeId)),
    brands: brandNames(await brandListNames(prisma, storeId)),
  };
  const ids = await productFindIdsBySlugs(
    unit,
    storeId,
    items.map(({ handle }) => handle),
  );
  const locked = await productLockMany(
    unit,
    storeId,
    ids.filter((id) => id !== undefined),
  );
  const bySlug = new Map(locked.map((record) => [record.product.slug, record]));
  const all: MergedItem[] = [];
  for (const item of items) {
    all.push(mergeOne(storeId, item, bySlug.get(item.handle), known));
    await turn();
  }
  // Existing references are locked until the end of the transaction; references to categories and brands deleted by
  // now are dropped.
  const products = all.map(({ merged }) => merged.record.product);
  const existing = {
    category_ids: await referencesLock(
      unit,
      storeId,
      'category_ids',
      [...new Set(products.flatMap((p) => p.categoryIds))].toSorted(),
    ),
    brand_ids: await referencesLock(
      unit,
      storeId,
      'brand_ids',
      [...new Set(products.flatMap((p) => p.brandIds))].toSorted(),
    ),
  };
  for (const product of products) {
    product.categoryIds = product.categoryIds.filter((id) => existing.category_ids.has(id));
    product.brandIds = product.brandIds.filter((id) => existing.brand_ids.has(id));
  }
  return all;
}

function mergeOne(
  storeId: string,
  item: ImportItem,
  before: ProductRecord | undefined,
  known: Parameters<typeof labelsOf>[1],
): MergedItem {
  const problems = new Problems();
  const labels = labelsOf(item.content, known);
  const merged =
    before === undefined
      ? createdByImport(problems, storeId, item.content, labels, {
          product: newId('prd'),
          variant: newVariantId,
        })
      : changedByImport(problems, before, item.content, labels, newVariantId);
  const findings = findingsOf(item.content, problems);
  return { item, before, merged: { ...merged, record: copyOf(merged.record) }, findings };
}

/** A copy whose lists can be narrowed without changing the original product. */
const copyOf = (record: ProductRecord): ProductRecord => ({ ...record, product: { ...record.product } });

function stamped(
  before: ProductRecord | undefined,
  record: ProductRecord,
  updatedAtMs: number,
): ProductRecord {
  const version = before === undefined ? 1 : before.version + 1;
  const createdAtMs = before?.product.createdAtMs ?? updatedAtMs;
  return { ...record, version, product: { ...record.product, createdAtMs, updatedAtMs } };
}

function updateOf({ item, before, merged, findings }: MergedItem, isDifferent: boolean): UpdatedItem {
  const { position, productId, content } = item;
  const { record, publish, activate, variantIds } = merged;
  if (findings.length > 0) return { position, state: 'refused', productId, todo: undefined };
  const isChanged = isDifferent || isChangedBeyondFields(content, merged);
  const todo = { isNew: before === undefined, isChanged, publish, activate, variantIds };
  return { position, state: 'written', productId: record.product.id, todo };
}

async function count(
  { unit, storeId, importId }: ImportStep,
  all: MergedItem[],
  since: Date | undefined,
): Promise<void> {
  const findings = all.flatMap((one) => one.findings);
  const record = await importLock(unit, storeId, importId);
  const { problems, updatedAtMs } = record!.import;
  await importProblemInsertMany(unit, storeId, importId, problems, findings);
  const refused = all.filter((one) => one.findings.length > 0).length;
  const counts = { created: 0, updated: 0, unchanged: 0, refused, problems: findings.length, since };
  await importAddCounts(unit, storeId, importId, counts, new Date(updatedAtMs));
}
