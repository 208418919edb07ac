import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { newTurn, type Turn } from '@commerce/service-kit/jobs/turns.ts';
import { isReadableLine } from '@commerce/texts/readable.ts';
import { MAX_LEVELS } from '../domain/category-tree.ts';
import { Findings, type Finding } from '../domain/csv/findings.ts';
import type { ImportedProduct } from '../domain/csv/imported-product.ts';
import { productsOf, type ReadProduct } from '../domain/csv/product-groups.ts';
import { rowsOf } from '../domain/csv/rows.ts';
import { UnreadableFile } from '../domain/csv/unreadable-file.ts';
import { findingsOf } from '../domain/import-check.ts';
import {
  brandNames,
  categoryPaths,
  gatherLabels,
  labelsOf,
  type KnownLabels,
  type NamedLabels,
} from '../domain/import-labels.ts';
import { changedByImport, createdByImport, isChangedByImport } from '../domain/import-merge.ts';
import { Problems } from '../domain/problems.ts';
import type { ProductRecord } from '../domain/product.ts';
import type { NewItem } from '../store/import-item.ts';
import { brandListNames, categoryListNames } from '../store/import-labels.ts';
import { productIdsBySlugs } from '../store/product-find-slugs.ts';
import { productFindMany } from '../store/product-load.ts';

/** Products that are looked up together. */
const BATCH = 100;
/** Characters of products that are written together. */
const BATCH_CHARS = 500_000;
/** Findings that are kept of a file; all of them are counted. */
const MAX_FINDINGS = 5_000;
/** Most categories and brands that a file names. */
const MAX_LABELS = 2_000;
const newVariantId = () => newId('var');

/** What the file of an import has. */
export interface ReadImport {
  toCreate: number;
  toUpdate: number;
  /** Products that are as the file has them already. */
  toKeep: number;
  withErrors: number;
  /** In the order of the file, the first of them. */
  findings: Finding[];
  problems: number;
  /** Why it cannot be read. */
  failure: Finding | undefined;
  hasQuantities: boolean;
  labels: NamedLabels;
}

/**
 * Reads a file, and tries what would become of its products; nothing of the catalogue is written. Other work runs in between.
 * @param save called with the products, some at a time: a file may have more than fit into memory
 */
export async function readImport(
  db: Queryable,
  storeId: string,
  file: Uint8Array[],
  save: (items: NewItem[]) => Promise<void>,
): Promise<ReadImport> {
  const turn = newTurn();
  const trial = new Trial(db, storeId, await knownLabels(db, storeId), turn, save);
  try {
    for await (const one of productsOf(rowsOf(file, turn), turn)) {
      trial.note(one.findings);
      if ('product' in one) await trial.add(one);
    }
    await trial.flush();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const findings = new Findings();
    findings.error(error.line, undefined, error.code, error.params);
    // Half of a file is not imported: what comes before may be broken by the same mistake.
    return { ...nothingRead(), findings: findings.list, problems: 1, failure: findings.list[0] };
  }
  return trial.read();
}

const nothingRead = (): ReadImport => ({
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

const knownLabels = async (db: Queryable, storeId: string): Promise<KnownLabels> => ({
  categories: categoryPaths(await categoryListNames(db, storeId)),
  brands: brandNames(await brandListNames(db, storeId)),
});

/** Tries the products of a file, some at a time. */
class Trial {
  readonly #db: Queryable;
  readonly #storeId: string;
  readonly #known: KnownLabels;
  readonly #turn: Turn;
  readonly #save: (items: NewItem[]) => Promise<void>;
  readonly #read = nothingRead();
  readonly #labels = { categories: new Map<string, string[]>(), brands: new Map<string, string>() };
  #batch: ReadProduct[] = [];
  #chars = 0;
  #place = 0;

  constructor(
    db: Queryable,
    storeId: string,
    known: KnownLabels,
    turn: Turn,
    save: (items: NewItem[]) => Promise<void>,
  ) {
    this.#db = db;
    this.#storeId = storeId;
    this.#known = known;
    this.#turn = turn;
    this.#save = save;
  }

  note(findings: Finding[]): void {
    this.#read.problems += findings.length;
    this.#read.findings.push(...findings.slice(0, Math.max(0, MAX_FINDINGS - this.#read.findings.length)));
  }

  async add(one: ReadProduct): Promise<void> {
    this.#batch.push(one);
    this.#chars += one.size;
    if (this.#batch.length === BATCH || this.#chars >= BATCH_CHARS) await this.flush();
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#chars = 0;
    const slugs = batch.map(({ product }) => product.handle);
    const ids = (await productIdsBySlugs(this.#db, this.#storeId, slugs)).filter((id) => id !== undefined);
    const found = await productFindMany(this.#db, this.#storeId, ids);
    const bySlug = new Map(found.map((record) => [record.product.slug, record]));
    const items: NewItem[] = [];
    for (const one of batch) {
      items.push(this.#try(one, bySlug.get(one.product.handle)));
      await this.#turn();
    }
    if (items.length > 0) await this.#save(items);
  }

  #try({ product, hasErrors }: ReadProduct, before: ProductRecord | undefined): NewItem {
    const { findings, isChanged } = hasErrors
      ? { findings: [], isChanged: false }
      : tried(this.#storeId, product, before, this.#known);
    this.note(findings);
    const fails = hasErrors || findings.length > 0;
    if (!fails) this.#gather(product);
    const action = fails ? 'none' : before === undefined ? 'create' : isChanged ? 'update' : 'keep';
    this.#read[COUNT_OF[action]]++;
    const { line, handle } = product;
    return {
      place: ++this.#place,
      line,
      handle,
      content: product,
      action,
      product_id: before?.product.id ?? null,
    };
  }

  #gather(product: ImportedProduct): void {
    const { categories, brands } = this.#labels;
    gatherLabels(this.#labels, product);
    if (categories.size + brands.size > MAX_LABELS)
      throw new UnreadableFile(product.line, 'too_many_labels', { limit: MAX_LABELS });
    this.#read.hasQuantities ||= [product, ...product.variants].some(
      ({ amounts }) => amounts?.quantity !== undefined,
    );
  }

  read(): ReadImport {
    const { categories, brands } = this.#labels;
    return {
      ...this.#read,
      findings: this.#read.findings.toSorted((a, b) => a.line - b.line),
      labels: { categories: [...categories.values()], brands: [...brands.values()] },
    };
  }
}

const COUNT_OF = { create: 'toCreate', update: 'toUpdate', keep: 'toKeep', none: 'withErrors' } as const;

/** What the rules of the catalogue have against a product, and whether it would differ from what is there. */
function tried(
  storeId: string,
  imported: ImportedProduct,
  before: ProductRecord | undefined,
  known: KnownLabels,
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
    findings.length === 0 && (labels.missing.length > 0 || isChangedByImport(before, imported, merged));
  return { findings, isChanged };
}
