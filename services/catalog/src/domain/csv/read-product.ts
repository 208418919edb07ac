import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumKeys, enumNames } from '@commerce/proto/enum.ts';
import { BOUNDS } from '../bounds.ts';
import { clearable, textOf, wordOf, yesOf } from './cells.ts';
import { columns } from './columns.ts';
import type { Findings } from './findings.ts';
import type { ImportedProduct } from './imported-product.ts';
import { distinctValues, linesOf, pathOf } from './lists.ts';
import { imageAltsOf, imagesOf } from './read-images.ts';
import { variantsOf } from './read-variants.ts';
import { ivaOf, weightOf } from './read-rates.ts';
import type { Row } from './rows.ts';

/** Maximum number of characters per cell. */
const MAX_CELL_CHARS = 100_000;
const STATUSES = ['active', 'draft', 'archived'] as const;
/** Values of a list that are read: more than any list may have, so that a list with too many is refused. */
const MAX_LIST = 2 * BOUNDS.tags;

/** Reads a product from its rows; the first one has the fields of the product itself. */
export function readProduct(findings: Findings, handle: string, rows: Row[]): ImportedProduct {
  const first = rows[0]!;
  checkRows(findings, rows);
  const { axes, variants, amounts } = variantsOf(findings, rows);
  const kind = wordOf(findings, first, 'kind', enumNames(ProductType));
  return {
    line: first.line,
    handle,
    name: textOf(first, 'title'),
    description: clearable(first, 'description'),
    shortDescription: clearable(first, 'shortDescription'),
    tags: first.cells.tags === undefined ? undefined : distinctValues(first.cells.tags.split(',', MAX_LIST)),
    images: imagesOf(findings, rows),
    imageAlts: imageAltsOf(findings, rows),
    categories: categoriesOf(first),
    brands: brandsOf(first),
    ...stateOf(findings, first),
    isService: kind && kind === 'service',
    ivaRateBp: ivaOf(findings, first),
    weight: weightOf(findings, rows),
    sku: clearable(first, axes.length > 0 ? 'productSku' : 'sku'),
    barcode: clearable(first, axes.length > 0 ? 'productBarcode' : 'barcode'),
    axes,
    variants,
    amounts,
  };
}

function checkRows(findings: Findings, rows: Row[]): void {
  const title = textOf(rows[0]!, 'title');
  for (const row of rows) {
    if (row.tooLong) findings.error(row.line, undefined, 'cells_too_many');
    dropLongCells(findings, row);
    const own = textOf(row, 'title');
    if (own !== undefined && own !== title)
      findings.error(row.line, 'title', 'title_differs', { first: rows[0]!.line });
  }
}

/** Refuses and drops cells that are longer than any valid value, so that no time is spent on them. */
function dropLongCells(findings: Findings, row: Row): void {
  for (const column of columns) {
    if ((row.cells[column]?.length ?? 0) <= MAX_CELL_CHARS) continue;
    findings.error(row.line, column, 'cell_too_long', { limit: MAX_CELL_CHARS });
    row.cells[column] = '';
  }
}

function categoriesOf({ cells }: Row): string[][] | undefined {
  if (cells.categories !== undefined) return linesOf(cells.categories, MAX_LIST).map(pathOf);
  if (cells.category === undefined && cells.type === undefined) return undefined;
  return [cells.category ?? '', cells.type ?? '']
    .map((text, at) => (at === 0 ? pathOf(text) : distinctValues([text])))
    .filter((path) => path.length > 0);
}

function brandsOf({ cells }: Row): string[] | undefined {
  if (cells.brands !== undefined) return linesOf(cells.brands, MAX_LIST);
  return cells.vendor === undefined ? undefined : distinctValues([cells.vendor]);
}

function stateOf(findings: Findings, row: Row) {
  const published = yesOf(findings, row, 'published');
  const status = wordOf(findings, row, 'status', STATUSES);
  const implied = published === undefined ? undefined : published ? 'PUBLIC' : 'INTERNAL';
  return {
    status,
    visibility: wordOf(findings, row, 'visibility', enumKeys(ProductVisibility)) ?? implied,
    isActive: yesOf(findings, row, 'active') ?? (status && status !== 'archived'),
  };
}
