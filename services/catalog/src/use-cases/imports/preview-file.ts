import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { newTurn, type Turn } from '@commerce/service-kit/jobs/turns.ts';
import { isReadableLine } from '@commerce/texts/readable.ts';
import { MAX_LEVELS } from '../../domain/category-tree.ts';
import { Findings, type Finding } from '../../domain/csv/findings.ts';
import type { ImportedProduct } from '../../domain/csv/imported-product.ts';
import { productsOf, type ReadProduct } from '../../domain/csv/product-groups.ts';
import { rowsOf } from '../../domain/csv/rows.ts';
import { UnreadableFile } from '../../domain/csv/unreadable-file.ts';
import { findingsOf } from '../../domain/import-check.ts';
import {
  brandNames,
  categoryPaths,
  gatherLabels,
  labelsOf,
  type KnownLabels,
} from '../../domain/import-labels.ts';
import { importedUrls, withCopies } from '../../domain/imported-images.ts';
import { changedByImport, createdByImport, isChangedBeyondFields } from '../../domain/import-merge.ts';
import type { ImportPreview, NewImportItem } from '../../domain/import.ts';
import { Problems } from '../../domain/problems.ts';
import { isSame, type ProductRecord } from '../../domain/product.ts';
import type { Deps } from '../../deps.ts';
import { brandListNames } from '../../store/brand.ts';
import { categoryListNames } from '../../store/category.ts';
import type { Prisma } from '../../store/prisma.ts';
import { copyFindMany } from '../../store/image-copy.ts';
import { productFindIdsBySlugs, productFindMany } from '../../store/product.ts';

/** Products that are looked up together. */
const BATCH = 100;
/** Characters of products after which a batch is looked up and saved: its rows are built in a turn of a few ms. */
const BATCH_CHARS = 100_000;
/** Findings of a file that are kept; all of them are counted. */
const MAX_FINDINGS = 5_000;
/** Maximum number of categories and brands that a file may name. */
const MAX_LABELS = 2_000;
const newVariantId = () => newId('var');

/** The preview of a file, with the findings that are kept in the order of the file. */
export interface FilePreview extends ImportPreview {
  findings: Finding[];
}

type SaveItems = (items: NewImportItem[]) => Promise<void>;

/**
 * Reads a file and merges its products with those of the store, without writing products. Other work runs in between.
 * @param save called with batches of products, because the products of a file may not fit into memory
 */
export async function previewFile(
  { db, prisma, imageUrls }: Pick<Deps, 'db' | 'prisma' | 'imageUrls'>,
  storeId: string,
  file: Uint8Array[],
  save: SaveItems,
): Promise<FilePreview> {
  const turn = newTurn();
  const known = await knownLabels(prisma, storeId);
  const builder = new PreviewBuilder({ db, imageUrls, storeId, known, turn, save });
  try {
    for await (const one of productsOf(rowsOf(file, turn), turn)) {
      builder.addFindings(one.findings);
      if ('product' in one) await builder.add(one);
    }
    await builder.flush();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const findings = new Findings();
    findings.error(error.line, undefined, error.code, error.params);
    // Nothing of the file is imported: the mistake may have broken the products before it too.
    return { ...emptyPreview(), findings: findings.list, problems: 1, failure: findings.list[0] };
  }
  return builder.build();
}

/** A preview without products. */
export const emptyPreview = (): FilePreview => ({
  toCreate: 0,
  toUpdate: 0,
  toKeep: 0,
  withErrors: 0,
  findings: [],
  problems: 0,
  failure: undefined,
  hasQuantities: false,
  labels: { categories: [], brands: [] },
});

const knownLabels = async (prisma: Prisma, storeId: string): Promise<KnownLabels> => ({
  categories: categoryPaths(await categoryListNames(prisma, storeId)),
  brands: brandNames(await brandListNames(prisma, storeId)),
});

interface PreviewParts {
  db: Queryable;
  imageUrls: Deps['imageUrls'];
  storeId: string;
  known: KnownLabels;
  turn: Turn;
  save: SaveItems;
}

/** Collects the products of a file in batches, and the counts and findings of the preview. */
class PreviewBuilder {
  readonly #parts: PreviewParts;
  readonly #preview = emptyPreview();
  readonly #labels = { categories: new Map<string, string[]>(), brands: new Map<string, string>() };
  #batch: ReadProduct[] = [];
  #chars = 0;
  #position = 0;

  constructor(parts: PreviewParts) {
    this.#parts = parts;
  }

  addFindings(findings: Finding[]): void {
    const kept = this.#preview.findings;
    this.#preview.problems += findings.length;
    kept.push(...findings.slice(0, Math.max(0, MAX_FINDINGS - kept.length)));
  }

  async add(one: ReadProduct): Promise<void> {
    this.#batch.push(one);
    this.#chars += one.size;
    if (this.#batch.length === BATCH || this.#chars >= BATCH_CHARS) await this.flush();
  }

  async flush(): Promise<void> {
    const { db, storeId, turn, save } = this.#parts;
    const batch = this.#batch;
    this.#batch = [];
    this.#chars = 0;
    const slugs = batch.map(({ product }) => product.handle);
    const ids = (await productFindIdsBySlugs(db, storeId, slugs)).filter((id) => id !== undefined);
    const found = await productFindMany(db, storeId, ids);
    const bySlug = new Map(found.map((record) => [record.product.slug, record]));
    const copies = await this.#copiesOf(batch);
    const items: NewImportItem[] = [];
    for (const { product, ...one } of batch) {
      const copied = withCopies(product, copies);
      items.push(this.#itemOf({ ...one, product: copied }, bySlug.get(product.handle)));
      await turn();
    }
    if (items.length > 0) await save(items);
  }

  /** URLs of the copies of external images, by their URLs: products have them instead. */
  async #copiesOf(batch: ReadProduct[]): Promise<Map<string, string>> {
    const { db, storeId, imageUrls } = this.#parts;
    const urls = new Set(batch.flatMap(({ product }) => importedUrls(product)));
    const copies = await copyFindMany(db, storeId, [...urls]);
    return new Map([...copies].map(([url, id]) => [url, imageUrls.of(storeId, id)]));
  }

  #itemOf({ product, hasErrors }: ReadProduct, before: ProductRecord | undefined): NewImportItem {
    const { findings, isChanged } = hasErrors
      ? { findings: [], isChanged: false }
      : mergeCheck(this.#parts, product, before);
    this.addFindings(findings);
    const fails = hasErrors || findings.length > 0;
    if (!fails) this.#gather(product);
    const action = fails ? 'none' : before === undefined ? 'create' : isChanged ? 'update' : 'keep';
    this.#preview[COUNT_OF[action]]++;
    const { line, handle } = product;
    return {
      position: ++this.#position,
      line,
      handle,
      content: product,
      action,
      productId: before?.product.id,
    };
  }

  #gather(product: ImportedProduct): void {
    const { categories, brands } = this.#labels;
    gatherLabels(this.#labels, product);
    if (categories.size + brands.size > MAX_LABELS)
      throw new UnreadableFile(product.line, 'too_many_labels', { limit: MAX_LABELS });
    this.#preview.hasQuantities ||= [product, ...product.variants].some(
      ({ amounts }) => amounts?.quantity !== undefined,
    );
  }

  build(): FilePreview {
    const { categories, brands } = this.#labels;
    return {
      ...this.#preview,
      findings: this.#preview.findings.toSorted((a, b) => a.line - b.line),
      labels: { categories: [...categories.values()], brands: [...brands.values()] },
    };
  }
}

const COUNT_OF = { create: 'toCreate', update: 'toUpdate', keep: 'toKeep', none: 'withErrors' } as const;

/**
 * Merges a product of a file with that of the store.
 * @returns violations of catalog rules, and true for a product that would change
 */
function mergeCheck(
  { storeId, known }: Pick<PreviewParts, 'storeId' | 'known'>,
  imported: ImportedProduct,
  before: ProductRecord | undefined,
): { findings: Finding[]; isChanged: boolean } {
  const problems = new Problems();
  const labels = labelsOf(imported, known);
  const merged =
    before === undefined
      ? createdByImport(problems, storeId, imported, labels, { product: newId('prd'), variant: newVariantId })
      : changedByImport(problems, before, imported, labels, newVariantId);
  const names = [...(imported.categories ?? []).flat(), ...(imported.brands ?? [])];
  if ((imported.categories ?? []).some((path) => path.length > MAX_LEVELS))
    problems.add('category_ids', `Categories have at most ${MAX_LEVELS} levels.`);
  if (names.some((name) => name.length > 255 || !isReadableLine(name)))
    problems.add('category_ids', 'Names of categories and brands have 1 to 255 characters.');
  const findings = findingsOf(imported, problems);
  const isChanged =
    findings.length === 0 &&
    (labels.missing.length > 0 || !isSame(before, merged.record) || isChangedBeyondFields(imported, merged));
  return { findings, isChanged };
}
