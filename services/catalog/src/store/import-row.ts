import type { ProductImport } from '@commerce/proto/commerce/catalog/v1/import.ts';

/** Columns of an import, all but its file. */
export const IMPORT_COLUMNS = `store_id, id, file_name, state, failure, has_quantities, shop_id, products, to_create, to_update, with_errors,
  problems, created, updated, unchanged, refused, since, started_at, updated_at`;

/** A row of `product_import`, without its file. */
export interface ImportRow {
  store_id: string;
  id: string;
  file_name: string;
  state: 'reading' | 'preview' | 'running' | 'done' | 'failed';
  failure: string | null;
  has_quantities: boolean;
  shop_id: string | null;
  products: number;
  to_create: number;
  to_update: number;
  with_errors: number;
  problems: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  since: Date | null;
  started_at: Date;
  updated_at: Date;
}

/** An import as it is told. */
export function importFromRow(row: ImportRow): ProductImport {
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    products: row.products,
    toCreate: row.to_create,
    toUpdate: row.to_update,
    withErrors: row.with_errors,
    problems: row.problems,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    refused: row.refused,
    shopId: row.shop_id ?? undefined,
    failure: row.failure ?? '',
    startedAtMs: row.started_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    hasQuantities: row.has_quantities,
  };
}
