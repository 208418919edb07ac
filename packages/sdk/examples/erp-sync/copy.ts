import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type { Customer, Order, Product, StockRow, SyncBatch, SyncPosition } from '@mostrador/sdk';

/** Copy of a store: an ERP would have tables. */
export interface Copy {
  installationId: string;
  position?: SyncPosition;
  products: Record<string, Product>;
  orders: Record<string, Order>;
  customers: Record<string, Customer>;
  stock: Record<string, StockRow>;
  /** Refusals by the number of the ERP's document. */
  documents: Record<string, string[]>;
}

/** Copies by the id of their store. */
export type Copies = Record<string, Copy>;

/** Reads the copies from a JSON file. */
export const readCopies = (file: string): Copies =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Copies) : {};

/** Saves the copies with their positions: all of a batch or nothing. */
export async function saveCopies(file: string, copies: Copies): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(copies));
  await rename(`${file}.new`, file);
}

export const emptyCopy = (installationId: string): Copy => ({
  installationId,
  products: {},
  orders: {},
  customers: {},
  stock: {},
  documents: {},
});

export function applyBatch(copy: Copy, batch: SyncBatch): void {
  for (const product of batch.products) copy.products[product.id] = product;
  for (const order of batch.orders) copy.orders[order.id] = order;
  for (const customer of batch.customers) copy.customers[customer.id] = customer;
  putStock(copy, batch.stock);
  for (const id of batch.deletedProducts) delete copy.products[id];
  for (const id of batch.deletedCustomers) delete copy.customers[id];
  copy.position = batch.position;
}

export function putStock({ stock }: Copy, rows: StockRow[]): void {
  for (const row of rows) stock[`${row.shop_id} ${row.product_id} ${row.variant_id ?? ''}`] = row;
}

/** The item with a SKU, as stock adjustments name it. */
export function findSku(copy: Copy, sku: string): { product: string; variant?: string } | undefined {
  for (const { id, sku: own, variants } of Object.values(copy.products)) {
    const variant = variants.find((each) => each.sku === sku);
    if (variant !== undefined) return { product: id, variant: variant.id };
    if (own === sku && variants.length === 0) return { product: id };
  }
  return undefined;
}
