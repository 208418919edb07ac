import type { Turn } from '@commerce/service-kit/jobs/turns.ts';
import { BOUNDS } from '../bounds.ts';
import { isSlug, slugOf } from '../slug.ts';
import { shown } from './cells.ts';
import { columns } from './columns.ts';
import { Findings, type Finding } from './findings.ts';
import type { ImportedProduct } from './imported-product.ts';
import { readProduct } from './read-product.ts';
import type { Row } from './rows.ts';

/** Maximum number of rows per product: one per variant and image, and one to spare. */
const MAX_ROWS = BOUNDS.variants + BOUNDS.images + 1;
/** Maximum number of characters per product, far more than a valid product has. */
const MAX_CHARS = 500_000;
/** Characters of a cell from which a handle is made. */
const MAX_HANDLE_CHARS = 1_000;

/** A product of a file with its findings. */
export interface ReadProduct {
  product: ImportedProduct;
  findings: Finding[];
  hasErrors: boolean;
  /** Number of characters in its cells. */
  size: number;
}

/**
 * Reads the products of a file: consecutive rows with the same handle are one product. A row without a handle, or
 * with a handle that occurred before, yields findings only.
 */
export async function* productsOf(
  rows: AsyncIterable<Row>,
  turn: Turn,
): AsyncGenerator<ReadProduct | { findings: Finding[] }> {
  const seen = new Map<string, number>();
  const handleOf = handles();
  let group: Group | undefined;
  for await (const row of rows) {
    await turn();
    // Rows for images or variants may lack handle and title: they belong to the product before.
    const own = row.cells.handle || row.cells.title ? handleOf(row) : (group?.handle ?? '');
    if (own !== '' && own === group?.handle) {
      group.add(row);
      continue;
    }
    if (group !== undefined) yield group.read();
    group = undefined;
    const before = seen.get(own);
    if (own === '' || before !== undefined) yield { findings: refusedRow(row, own, before) };
    else {
      seen.set(own, row.line);
      group = new Group(own, row);
    }
  }
  if (group !== undefined) yield group.read();
}

/** Makes the handles of rows. Fast for rows whose handle is a slug already or equals that of the row before. */
function handles(): (row: Row) => string {
  let last = { given: '', handle: '' };
  return ({ cells }) => {
    const given = (cells.handle || cells.title || '').slice(0, MAX_HANDLE_CHARS);
    if (given !== last.given) last = { given, handle: isSlug(given) ? given : slugOf(given, '') };
    return last.handle;
  };
}

function refusedRow(row: Row, handle: string, before: number | undefined): Finding[] {
  const findings = new Findings(handle);
  if (before === undefined) findings.error(row.line, 'handle', 'handle_missing');
  else findings.error(row.line, 'handle', 'handle_twice', { handle: shown(handle), before });
  return findings.list;
}

/** Rows of one product; rows beyond the maximum are dropped. */
class Group {
  readonly handle: string;
  readonly #rows: Row[];
  readonly #findings: Findings;
  #chars = 0;
  #isFull = false;

  constructor(handle: string, first: Row) {
    this.handle = handle;
    this.#rows = [];
    this.#findings = new Findings(handle);
    this.add(first);
  }

  add(row: Row): void {
    if (this.#isFull) return;
    const chars = charsOf(row);
    const params = { handle: shown(this.handle), rows: MAX_ROWS, ...LIMITS };
    if (this.#rows.length === MAX_ROWS) this.#close(row, 'rows_too_many', params);
    else if (this.#chars + chars > MAX_CHARS && this.#rows.length > 0)
      this.#close(row, 'product_too_large', { handle: shown(this.handle), limit: MAX_CHARS });
    else {
      this.#rows.push(row);
      this.#chars += chars;
    }
  }

  #close({ line }: Row, code: string, params: Record<string, string | number>): void {
    this.#isFull = true;
    this.#findings.error(line, undefined, code, params);
  }

  read(): ReadProduct {
    const product = readProduct(this.#findings, this.handle, this.#rows);
    const { list: findings, hasErrors } = this.#findings;
    return { product, findings, hasErrors, size: this.#chars };
  }
}

const LIMITS = { variants: BOUNDS.variants, images: BOUNDS.images };

const charsOf = ({ cells }: Row): number =>
  columns.reduce((sum, column) => sum + (cells[column]?.length ?? 0), 0);
