import { BOUNDS, VISIBILITIES } from '../bounds.ts';
import { textOf, wordOf, yesOf } from './cells.ts';
import type { Column } from './columns.ts';
import type { Findings } from './findings.ts';
import type { ImportedProduct } from './imported-product.ts';
import { distinctTexts, linesOf, pathOf } from './lists.ts';
import { imagesOf } from './read-images.ts';
import { variantsOf } from './read-variants.ts';
import { ivaOf, weightOf } from './read-rates.ts';
import type { Row } from './rows.ts';

const STATUSES = ['active', 'draft', 'archived'] as const;
const KINDS = ['simple', 'variable', 'service'] as const;

/** The product that rows of one handle tell of; the first row has what all of them share. */
export function readProduct(findings: Findings, handle: string, rows: Row[]): ImportedProduct {
  const first = rows[0]!;
  checkRows(findings, rows);
  const { axes, variants, amounts } = variantsOf(findings, rows);
  const kind = wordOf(findings, first, 'kind', KINDS);
  return {
    line: first.line,
    handle,
    name: textOf(first, 'title'),
    description: clearable(first, 'description'),
    shortDescription: clearable(first, 'shortDescription'),
    tags: first.cells.tags === undefined ? undefined : distinctTexts(first.cells.tags.split(',')),
    images: imagesOf(findings, rows),
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
    if (row.tooLong)
      findings.error(
        row.line,
        undefined,
        'cells_too_many',
        'The row has more cells than there are headings: a text with a separator in it must be in quotation marks.',
      );
    const own = textOf(row, 'title');
    if (own !== undefined && own !== title)
      findings.error(
        row.line,
        'title',
        'title_differs',
        `The title is another than at line ${rows[0]!.line}, the handle the same.`,
      );
  }
  if (rows.length > BOUNDS.variants + BOUNDS.images + 1)
    findings.error(
      rows[0]!.line,
      undefined,
      'rows_too_many',
      'The product has more rows than it can have variants and images.',
    );
}

/** A cell whose emptiness takes the value away. */
const clearable = (row: Row, column: Column): string | null | undefined => {
  const text = row.cells[column];
  return text === '' ? null : text;
};

function categoriesOf({ cells }: Row): string[][] | undefined {
  if (cells.categories !== undefined) return linesOf(cells.categories).map(pathOf);
  if (cells.category === undefined && cells.type === undefined) return undefined;
  return [cells.category ?? '', cells.type ?? '']
    .map((text, at) => (at === 0 ? pathOf(text) : distinctTexts([text])))
    .filter((path) => path.length > 0);
}

function brandsOf({ cells }: Row): string[] | undefined {
  if (cells.brands !== undefined) return linesOf(cells.brands);
  return cells.vendor === undefined ? undefined : distinctTexts([cells.vendor]);
}

function stateOf(findings: Findings, row: Row) {
  const published = yesOf(findings, row, 'published');
  const status = wordOf(findings, row, 'status', STATUSES);
  const implied = published === undefined ? undefined : published ? 'PUBLIC' : 'INTERNAL';
  return {
    status,
    visibility: wordOf(findings, row, 'visibility', VISIBILITIES) ?? implied,
    isActive: yesOf(findings, row, 'active') ?? (status && status !== 'archived'),
  };
}
