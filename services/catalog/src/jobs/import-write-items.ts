import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { newTurn, type Turn } from '@commerce/service-kit/jobs/turns.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Finding } from '../domain/csv/findings.ts';
import { findingsOf } from '../domain/import-check.ts';
import { brandNames, categoryPaths, labelsOf } from '../domain/import-labels.ts';
import { changedByImport, createdByImport, isChangedByImport, type Merged } from '../domain/import-merge.ts';
import { Problems } from '../domain/problems.ts';
import { isSame, type ProductRecord } from '../domain/product.ts';
import { importCount, importLock } from '../store/import.ts';
import { importItemListToWrite, importItemUpdateMany, type ItemRow } from '../store/import-item.ts';
import { brandListNames, categoryListNames } from '../store/import-labels.ts';
import { importProblemInsertMany } from '../store/import-problem.ts';
import { productIdsBySlugs } from '../store/product-find-slugs.ts';
import { productLockMany } from '../store/product-load.ts';
import { referencedLock } from '../store/product-references.ts';
import { productSaveMany } from '../store/product-save.ts';
import { CHUNK, tellImported, type ImportPart } from './import-part.ts';

const newVariantId = () => newId('var');

const isDifferent = ({ before, merged }: Written) => before === undefined || !isSame(before, merged.record);

/** What becomes of a product of a chunk. */
interface Written {
  item: ItemRow;
  before: ProductRecord | undefined;
  merged: Merged;
  findings: Finding[];
}

/**
 * Writes the next chunk of products: new ones as drafts, new variants of others inactive, until they have their prices.
 * @returns the place of the last one; undefined when there is none left
 */
export async function writeItems(part: ImportPart, stamp: Stamp, after: number): Promise<number | undefined> {
  const { unit, storeId, importId } = part;
  const items = await importItemListToWrite(unit, storeId, importId, after, CHUNK);
  if (items.length === 0) return undefined;
  const turn = newTurn();
  const written = await mergeAll(part, items, turn);
  const changed: Written[] = [];
  for (const one of written) {
    if (one.findings.length === 0 && isDifferent(one)) changed.push(one);
    await turn();
  }
  const updatedAtMs = changed.length === 0 ? 0 : (await stamp(unit, storeId)).getTime();
  const records = changed.map(({ before, merged }) => stamped(before, merged.record, updatedAtMs));
  if (records.length > 0) await productSaveMany(unit, storeId, records);
  tellImported(
    part,
    records.map((record, at) => ({
      ...(changed[at]!.before && { before: changed[at]!.before }),
      after: record,
    })),
  );
  await importItemUpdateMany(unit, storeId, importId, written.map(noted));
  await count(part, written, updatedAtMs === 0 ? null : new Date(updatedAtMs));
  return items.at(-1)!.place;
}

async function mergeAll({ unit, storeId }: ImportPart, items: ItemRow[], turn: Turn): Promise<Written[]> {
  const known = {
    categories: categoryPaths(await categoryListNames(unit, storeId)),
    brands: brandNames(await brandListNames(unit, storeId)),
  };
  const ids = await productIdsBySlugs(
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
  const written: Written[] = [];
  for (const item of items) {
    written.push(mergeOne(storeId, item, bySlug.get(item.handle), known));
    await turn();
  }
  // What they refer to stays until the end of the transaction; what was deleted meanwhile is not referred to.
  const products = written.map(({ merged }) => merged.record.product);
  const stays = {
    category_ids: await referencedLock(
      unit,
      storeId,
      'category_ids',
      [...new Set(products.flatMap((p) => p.categoryIds))].toSorted(),
    ),
    brand_ids: await referencedLock(
      unit,
      storeId,
      'brand_ids',
      [...new Set(products.flatMap((p) => p.brandIds))].toSorted(),
    ),
  };
  for (const product of products) {
    product.categoryIds = product.categoryIds.filter((id) => stays.category_ids.has(id));
    product.brandIds = product.brandIds.filter((id) => stays.brand_ids.has(id));
  }
  return written;
}

function mergeOne(
  storeId: string,
  item: ItemRow,
  before: ProductRecord | undefined,
  known: Parameters<typeof labelsOf>[1],
): Written {
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

/** A copy whose lists may be narrowed without touching what was there before. */
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

function noted({
  item,
  before,
  merged,
  findings,
}: Written): Pick<ItemRow, 'place' | 'state' | 'product_id' | 'todo'> {
  const { record, publish, activate, variantIds } = merged;
  if (findings.length > 0)
    return { place: item.place, state: 'refused', product_id: item.product_id, todo: null };
  const isChanged = isChangedByImport(before, item.content, merged);
  const todo = { isNew: before === undefined, isChanged, publish, activate, variantIds };
  return { place: item.place, state: 'written', product_id: record.product.id, todo };
}

async function count(
  { unit, storeId, importId }: ImportPart,
  written: Written[],
  since: Date | null,
): Promise<void> {
  const findings = written.flatMap((one) => one.findings);
  const row = await importLock(unit, storeId, importId);
  await importProblemInsertMany(unit, storeId, importId, row!.problems, findings);
  const refused = written.filter((one) => one.findings.length > 0).length;
  const counts = { created: 0, updated: 0, unchanged: 0, refused, problems: findings.length, since };
  await importCount(unit, storeId, importId, counts, 'running', row!.updated_at);
}
