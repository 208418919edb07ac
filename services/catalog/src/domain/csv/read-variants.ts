import { toNfc } from '@commerce/texts/nfc.ts';
import { BOUNDS } from '../bounds.ts';
import { amountOf, clearable, quantityOf, shown, textOf, yesOf } from './cells.ts';
import type { Column } from './columns.ts';
import type { Findings } from './findings.ts';
import type { ImportedAmounts, ImportedProduct, ImportedVariant } from './imported-product.ts';
import { variantImagesOf } from './read-images.ts';
import type { Row } from './rows.ts';

const NAMES: Column[] = ['option1Name', 'option2Name', 'option3Name'];
const VALUES: Column[] = ['option1Value', 'option2Value', 'option3Value'];

/** Reads the axes and one variant per row or, for a product without variants, its own amounts. */
export function variantsOf(
  findings: Findings,
  rows: Row[],
): Pick<ImportedProduct, 'axes' | 'variants' | 'amounts'> {
  const first = rows[0]!;
  const named = NAMES.map((column) => textOf(first, column));
  const values = VALUES.map((column) => textOf(first, column));
  // Shopify writes products without variants like this.
  const isPlain = named[0] === 'Title' && values[0] === 'Default Title' && named[1] === undefined;
  const axes = isPlain ? [] : named.filter((name) => name !== undefined);
  if (axes.length === 0) return plain(findings, rows, isPlain);
  if (axes.some((_, at) => named[at] === undefined)) findings.error(first.line, 'option1Name', 'option_gap');
  if (new Set(axes).size < axes.length) findings.error(first.line, 'option1Name', 'option_twice');
  const variants = rows.flatMap((row) => variantOf(findings, row, axes.length) ?? []);
  if (variants.length > BOUNDS.variants)
    findings.error(variants[BOUNDS.variants]!.line, undefined, 'variants_too_many', {
      limit: BOUNDS.variants,
    });
  checkDuplicates(findings, variants);
  return { axes, variants };
}

function plain(
  findings: Findings,
  rows: Row[],
  isPlain: boolean,
): { axes: []; variants: []; amounts: ImportedAmounts } {
  for (const row of rows.slice(isPlain ? 1 : 0)) {
    const value = textOf(row, 'option1Value');
    if (value !== undefined && value !== 'Default Title')
      findings.error(row.line, 'option1Value', 'option_unnamed');
  }
  return { axes: [], variants: [], amounts: amountsOf(findings, rows[0]!) };
}

/** @returns undefined for a row that has only an image */
function variantOf(findings: Findings, row: Row, axes: number): ImportedVariant | undefined {
  const values = VALUES.map((column) => textOf(row, column));
  if (values.every((value) => value === undefined)) {
    if (VARIANT_CELLS.some((column) => textOf(row, column) !== undefined))
      findings.error(row.line, 'option1Value', 'option_missing');
    return undefined;
  }
  const own = values.slice(0, axes);
  if (own.some((value) => value === undefined) || values.slice(axes).some((value) => value !== undefined))
    findings.error(row.line, 'option1Value', 'options_incomplete', { options: axes });
  return {
    line: row.line,
    values: own.map((value) => toNfc(value ?? '')),
    sku: clearable(row, 'sku'),
    barcode: clearable(row, 'barcode'),
    name: textOf(row, 'variantName'),
    images: variantImagesOf(findings, row),
    isActive: yesOf(findings, row, 'variantActive'),
    amounts: amountsOf(findings, row),
  };
}

const VARIANT_CELLS: Column[] = ['sku', 'barcode', 'price'];

function amountsOf(findings: Findings, row: Row): ImportedAmounts {
  const priceCentavos = amountOf(findings, row, 'price');
  if (priceCentavos === 0) findings.warn(row.line, 'price', 'price_zero');
  const compareAt = amountOf(findings, row, 'compareAt');
  const cleared = row.cells.compareAt === '' || compareAt === 0 ? null : undefined;
  return {
    priceCentavos: priceCentavos || undefined,
    compareAtCentavos: compareAt || cleared,
    costCentavos: amountOf(findings, row, 'cost'),
    quantity: quantityOf(findings, row),
  };
}

function checkDuplicates(findings: Findings, variants: ImportedVariant[]): void {
  const seen = new Map<string, number>();
  for (const { values, line } of variants) {
    const key = JSON.stringify(values);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, line);
    else
      findings.error(line, 'option1Value', 'variant_twice', { variant: shown(values.join(' / ')), before });
  }
}
