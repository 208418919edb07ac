import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { isReadableLine } from '@commerce/texts/readable.ts';
import { MAX_LEVELS } from '../domain/category-tree.ts';
import { Findings, type Finding } from '../domain/csv/findings.ts';
import type { ImportedProduct } from '../domain/csv/imported-product.ts';
import { productsOf, type ReadProduct } from '../domain/csv/product-groups.ts';
import { rowsOf, UnreadableFile } from '../domain/csv/rows.ts';
import { findingsOf } from '../domain/import-check.ts';
import { gatherLabels, type NamedLabels } from '../domain/import-labels.ts';
import { changedByImport, createdByImport } from '../domain/import-merge.ts';
import { Problems } from '../domain/problems.ts';
import type { ProductRecord } from '../domain/product.ts';
import type { ItemRow } from '../store/import-item.ts';
import { productIdsBySlugs } from '../store/product-find-slugs.ts';
import { productFindMany } from '../store/product-load.ts';

const BATCH = 200;
const newVariantId = () => newId('var');

/** What the file of an import has. */
export interface ReadImport {
  items: Omit<ItemRow, 'state' | 'todo'>[];
  /** In the order of the file. */
  findings: Finding[];
  /** Why it cannot be read. */
  failure: string | undefined;
  hasQuantities: boolean;
  labels: NamedLabels;
}

/** Reads a file, and tries what would become of its products; nothing is written. */
export async function readImport(db: Queryable, storeId: string, file: Uint8Array): Promise<ReadImport> {
  const read: ReadImport = {
    items: [],
    findings: [],
    failure: undefined,
    hasQuantities: false,
    labels: { categories: [], brands: [] },
  };
  const labels = { categories: new Map<string, string[]>(), brands: new Map<string, string>() };
  try {
    let batch: ReadProduct[] = [];
    for await (const one of productsOf(rowsOf(file))) {
      read.findings.push(...one.findings);
      if (!('product' in one)) continue;
      batch.push(one);
      if (batch.length < BATCH) continue;
      await tryBatch(db, storeId, batch, read, labels);
      batch = [];
    }
    await tryBatch(db, storeId, batch, read, labels);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const findings = new Findings();
    findings.error(error.line, undefined, error.code, error.message);
    // Half of a file is not imported: what comes before may be broken by the same mistake.
    return { ...read, items: [], findings: findings.list, failure: error.message };
  }
  read.findings.sort((a, b) => a.line - b.line);
  read.labels = { categories: [...labels.categories.values()], brands: [...labels.brands.values()] };
  return read;
}

async function tryBatch(
  db: Queryable,
  storeId: string,
  batch: ReadProduct[],
  read: ReadImport,
  labels: Parameters<typeof gatherLabels>[0],
): Promise<void> {
  const slugs = batch.map(({ product }) => product.handle);
  const ids = await productIdsBySlugs(db, storeId, slugs);
  const found = await productFindMany(
    db,
    storeId,
    ids.filter((id) => id !== undefined),
  );
  const bySlug = new Map(found.map((record) => [record.product.slug, record]));
  for (const { product, hasErrors } of batch) {
    const before = bySlug.get(product.handle);
    const problems = hasErrors ? [] : tried(storeId, product, before);
    read.findings.push(...problems);
    const fails = hasErrors || problems.length > 0;
    read.items.push({
      place: read.items.length + 1,
      line: product.line,
      handle: product.handle,
      content: product,
      action: fails ? 'none' : before === undefined ? 'create' : 'update',
      product_id: before?.product.id ?? null,
    });
    if (fails) continue;
    gatherLabels(labels, product);
    read.hasQuantities ||= [product, ...product.variants].some(
      ({ amounts }) => amounts?.quantity !== undefined,
    );
  }
}

/** What the rules of the catalogue have against a product; its categories and brands need not be there yet. */
function tried(storeId: string, imported: ImportedProduct, before: ProductRecord | undefined): Finding[] {
  const problems = new Problems();
  const labels = { categoryIds: undefined, brandIds: undefined };
  if (before !== undefined) changedByImport(problems, before, imported, labels, newVariantId);
  else createdByImport(problems, storeId, imported, labels, { product: newId('prd'), variant: newVariantId });
  const names = [...(imported.categories ?? []).flat(), ...(imported.brands ?? [])];
  if ((imported.categories ?? []).some((path) => path.length > MAX_LEVELS))
    problems.add('category_ids', `Categories have at most ${MAX_LEVELS} levels.`);
  if (names.some((name) => name.length > 255 || !isReadableLine(name)))
    problems.add('category_ids', 'Names of categories and brands have 1 to 255 characters.');
  return findingsOf(imported, problems);
}
