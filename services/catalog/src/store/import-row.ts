import type { ImportProblem, ProductImport } from '@commerce/proto/commerce/catalog/v1/import.ts';
import type { Finding } from '../domain/csv/findings.ts';

/** Columns of an import, all but its file. */
export const IMPORT_COLUMNS = `store_id, id, file_name, state, failure, has_quantities, shop_id, products, to_create, to_update, to_keep, with_errors,
  problems, created, updated, unchanged, refused, since, started_at, updated_at`;

/** A row of `product_import`, without its file. */
export interface ImportRow {
  store_id: string;
  id: string;
  file_name: string;
  state: 'uploading' | 'reading' | 'preview' | 'running' | 'done' | 'failed';
  failure: Finding | null;
  has_quantities: boolean;
  shop_id: string | null;
  products: number;
  to_create: number;
  to_update: number;
  to_keep: number;
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

/** Something that is wrong with a file, as it is told. */
export const problemOf = ({ line, handle, heading, severity, code, params }: Finding): ImportProblem => ({
  line,
  handle,
  column: heading,
  severity,
  code,
  params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
});

/** An import as it is told. */
export function importFromRow(row: ImportRow): ProductImport {
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    products: row.products,
    toCreate: row.to_create,
    toUpdate: row.to_update,
    toKeep: row.to_keep,
    withErrors: row.with_errors,
    problems: row.problems,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    refused: row.refused,
    shopId: row.shop_id ?? undefined,
    failure: row.failure === null ? undefined : problemOf(row.failure),
    startedAtMs: row.started_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
    hasQuantities: row.has_quantities,
  };
}
