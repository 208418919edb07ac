import type { AnswerOf } from '@commerce/console-api/route.ts';
import { VISIBILITIES, type productRoutes } from '@commerce/console-api/routes/products.ts';
import type { StockCount } from '@commerce/console-api/routes/stock.ts';
import {
  AMOUNT,
  PRICE,
  QUANTITY,
  readNumber,
  writeNumber,
  type NumberProblem,
} from '../../../../lib/number-text.ts';
import { stockKey } from '../editor/amounts.ts';

export type SheetProduct = AnswerOf<typeof productRoutes.sheet>['items'][number];

export const COLUMNS = ['price', 'compareAt', 'cost', 'stock', 'visibility'] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** Rules of the columns with numbers. */
export const RULES = { price: PRICE, compareAt: PRICE, cost: AMOUNT, stock: QUANTITY };

/** Fields of the amounts in requests. */
export const AMOUNT_FIELDS = {
  price: 'priceCentavos',
  compareAt: 'compareAtCentavos',
  cost: 'costCentavos',
} as const;

/** Row of the sheet: a product without variants, a variant, or a product with variants, which has a visibility only. */
export interface SheetRow {
  key: string;
  product: SheetProduct;
  /** Null for the row of a product. */
  variantId: string | null;
  name: string;
  sku: string;
  /** Stored values of the columns that the row has. A number, null for none; the name of a visibility, or DRAFT. */
  stored: Partial<Record<ColumnName, number | string | null>>;
}

/** Counts of products at a shop. */
export interface Counts {
  shop: string;
  /** The products that were counted; one without items has no stock. */
  productIds: string[];
  items: StockCount[];
}

/** Rows of products, with the stock of those whose counts are known. */
export function rowsOf(products: SheetProduct[], counts: Counts | undefined): SheetRow[] {
  const counted = new Set(counts?.productIds);
  const units = new Map(
    counts?.items.map(({ productId, variantId, onHand }) => [stockKey(productId, variantId ?? ''), onHand]),
  );
  const stockOf = (product: SheetProduct, variantId: string) =>
    !counted.has(product.id) || product.type === 'service'
      ? {}
      : { stock: units.get(stockKey(product.id, variantId)) ?? 0 };
  return products.flatMap((product) => {
    const { id, name, sku = '', amounts, variants } = product;
    const visibility = product.isDraft ? 'DRAFT' : product.visibility;
    const own = { key: id, product, variantId: null, name, sku };
    if (variants.length === 0)
      return [{ ...own, stored: { ...amountsOf(amounts), ...stockOf(product, ''), visibility } }];
    const priced = new Map(amounts.variants.map((each) => [each.variantId, each]));
    const lines = variants.map((variant): SheetRow => {
      const found = priced.get(variant.id);
      const compareAtCentavos = found?.compareAtPriceCentavos ?? null;
      return {
        key: variant.id,
        product,
        variantId: variant.id,
        name: variant.name,
        sku: variant.sku ?? '',
        stored: {
          ...amountsOf({ priceCentavos: 0, ...found, compareAtCentavos }),
          ...stockOf(product, variant.id),
        },
      };
    });
    return [{ ...own, stored: { visibility } }, ...lines];
  });
}

const amountsOf = ({
  priceCentavos,
  compareAtCentavos,
  costCentavos,
}: Pick<SheetProduct['amounts'], 'priceCentavos' | 'compareAtCentavos' | 'costCentavos'>) => ({
  price: priceCentavos || null,
  compareAt: compareAtCentavos,
  cost: costCentavos ?? null,
});

/** Key of a cell. */
export const cellKey = (rowKey: string, column: ColumnName): string => `${rowKey} ${column}`;

/** Text of a stored value. Of a visibility, its name: `label` translates it. */
export function textOf(
  column: ColumnName,
  value: number | string | null,
  label: (visibility: string) => string,
): string {
  if (column === 'visibility') return label(String(value));
  return writeNumber(value as number | null, RULES[column]);
}

/** Meaning of a text: a value, or the reason why it is refused. */
export type Reading =
  | { value: number | string | null }
  | { problem: NumberProblem | 'missing' | 'visibility' };

/** Reads the text of a cell. @param stored a price that exists cannot be removed, and stock has a number */
export function readCell(
  column: ColumnName,
  text: string,
  stored: number | string | null,
  label: (visibility: string) => string,
): Reading {
  if (column === 'visibility') {
    const found = [...VISIBILITIES, ...(stored === 'DRAFT' ? ['DRAFT'] : [])].find(
      (each) => label(each).toLocaleLowerCase() === text.trim().toLocaleLowerCase(),
    );
    return found === undefined ? { problem: 'visibility' } : { value: found };
  }
  const reading = readNumber(text, RULES[column]);
  const isRequired = column === 'stock' || (column === 'price' && stored !== null);
  return 'value' in reading && reading.value === null && isRequired ? { problem: 'missing' } : reading;
}

/** Cells of a text copied from a spreadsheet: lines of cells separated by tabs. */
export const cellsOfText = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));

/** Typed texts by cell. */
export type Edits = Readonly<Record<string, string>>;

/**
 * Pastes a block whose first cell is the given one. Rows that do not have the column of the first cell, such as those of
 * products with variants for prices, are skipped, and so are columns that may not be changed.
 * @returns the texts of the cells, and the number of lines that did not fit
 */
export function pasteBlock(
  rows: SheetRow[],
  columns: ColumnName[],
  at: { row: string; column: ColumnName },
  block: string[][],
  mayChange: (column: ColumnName) => boolean,
): { edits: Edits; left: number } {
  const first = rows.findIndex(({ key }) => key === at.row);
  const targets = rows.slice(first).filter(({ stored }) => stored[at.column] !== undefined);
  const shown = columns.slice(columns.indexOf(at.column));
  const edits = block.slice(0, targets.length).flatMap((line, index) => {
    const { key, stored } = targets[index]!;
    return line.flatMap((text, offset): [string, string][] => {
      const column = shown[offset];
      return column === undefined || stored[column] === undefined || !mayChange(column)
        ? []
        : [[cellKey(key, column), text.trim()]];
    });
  });
  return { edits: Object.fromEntries(edits), left: Math.max(0, block.length - targets.length) };
}
