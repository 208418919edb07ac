import { expect, test } from 'vitest';
import {
  cellsOfText,
  pasteBlock,
  readCell,
  rowsOf,
  type ColumnName,
  type SheetProduct,
  type SheetRow,
} from '../src/areas/store/products/sheet/cells.ts';

const isStock = (column: ColumnName): boolean => column === 'stock';
const COLUMNS: ColumnName[] = ['price', 'compareAt', 'stock', 'visibility'];
const row = (key: string, stored: SheetRow['stored']): SheetRow => ({
  key,
  product: {} as SheetRow['product'],
  variantId: null,
  name: key,
  sku: '',
  stored,
});
const PRICED = { price: 100, compareAt: null, stock: 0 };
const ROWS = [row('a', PRICED), row('head', { visibility: 'PUBLIC' }), row('b', PRICED), row('c', PRICED)];
const label = (visibility: string) => ({ PUBLIC: 'Público', INTERNAL: 'Interno' })[visibility] ?? visibility;

test('a block fills the rows that have its first column, and counts the lines that do not fit', () => {
  const block = cellsOfText('1.500,00\t2.000\r\n3\t4\t5\r\n6\r\n7\r\n');
  expect(pasteBlock(ROWS, COLUMNS, { row: 'a', column: 'price' }, block, () => true)).toEqual({
    edits: {
      'a price': '1.500,00',
      'a compareAt': '2.000',
      'b price': '3',
      'b compareAt': '4',
      'b stock': '5',
      'c price': '6',
    },
    left: 1,
  });
});

test('a block leaves columns out that may not be changed, and fills the others where they are', () => {
  const block = cellsOfText('1.500,00\t2.000\t5\r\n3\t4\t6');
  expect(pasteBlock(ROWS, COLUMNS, { row: 'a', column: 'price' }, block, isStock)).toEqual({
    edits: { 'a stock': '5', 'b stock': '6' },
    left: 0,
  });
});

test.each<[ColumnName, string, number | string | null, unknown]>([
  ['price', '$ 1.500,50', 100, { value: 150_050 }],
  ['price', '10%', 100, { problem: 'unreadable' }],
  ['price', '-5', 100, { problem: 'negative' }],
  ['price', '', 100, { problem: 'missing' }],
  ['price', '', null, { value: null }],
  ['price', '1500.50', 100, { problem: 'unreadable' }],
  ['stock', '1.500', 0, { value: 1_500 }],
  ['stock', '', 0, { problem: 'missing' }],
  ['visibility', ' público', 'INTERNAL', { value: 'PUBLIC' }],
  ['visibility', 'Borrador', 'PUBLIC', { problem: 'visibility' }],
])('a text in %s is read as a person means it: “%s”', (column, text, stored, reading) => {
  expect(readCell(column, text, stored, label)).toEqual(reading);
});

test('a row has stock once its product is counted', () => {
  const amounts = { version: 1, priceCentavos: 100, compareAtCentavos: null, variants: [] };
  const product = (id: string) =>
    ({
      id,
      name: id,
      type: 'simple',
      amounts,
      variants: [],
      visibility: 'PUBLIC',
    }) as unknown as SheetProduct;
  const items = [{ shopId: 's', productId: 'a', variantId: null, onHand: 4, reserved: 0 }];
  const rows = rowsOf(['a', 'b', 'c'].map(product), { shop: 's', productIds: ['a', 'b'], items });
  expect(rows.map(({ stored }) => stored.stock)).toEqual([4, 0, undefined]);
});
