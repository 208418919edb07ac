import {
  ImportSeverity,
  type ImportAction,
  type ImportProductState,
} from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import type { ImportProblem, ProductImport } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { BULK_THRESHOLD } from './bounds.ts';
import type { Finding } from './csv/findings.ts';
import type { ImportedProduct } from './csv/imported-product.ts';

/** An import as it is stored: its fields in the API, and those that only this service uses. */
export interface ImportRecord {
  import: ProductImport;
  /** The `updated_at` of the first product that was written. */
  since: Date | undefined;
}

/** The id of the operation of an import that changes more products than have an event each; undefined for others. */
export const bulkOperationOf = (record: ImportRecord | undefined, jobId: string): string | undefined =>
  record !== undefined && record.import.toCreate + record.import.toUpdate > BULK_THRESHOLD
    ? jobId
    : undefined;

/** Reason of an import whose job has failed. */
export const stoppedBy = (code: 'reading_stopped' | 'writing_stopped', { message }: Error): Finding => ({
  line: 0,
  handle: '',
  heading: '',
  severity: 'error',
  code,
  params: { reason: message },
});

/** Counts of an import that grow while it is carried out. */
export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  problems: number;
  /** The `updated_at` of the changed products. */
  since: Date | undefined;
}

/** Result of reading a file. */
export interface ImportPreview {
  /** Reason why the file cannot be read. */
  failure: Finding | undefined;
  hasQuantities: boolean;
  toCreate: number;
  toUpdate: number;
  /** Products that already are as in the file. */
  toKeep: number;
  withErrors: number;
  problems: number;
  labels: { categories: string[][]; brands: string[] };
}

/** A product of an import. */
export interface ImportItem {
  /** Position in the file, from 1. */
  position: number;
  line: number;
  handle: string;
  content: ImportedProduct;
  action: EnumName<typeof ImportAction>;
  /** `written`: its amounts are not set yet. */
  state: EnumName<typeof ImportProductState> | 'written';
  productId: string | undefined;
  todo: ImportItemTodo | undefined;
}

/** Steps that remain for a written product, which is not sold before it has its price. */
export interface ImportItemTodo {
  /** The import created the product. */
  isNew: boolean;
  /** The import changed the product. */
  isChanged: boolean;
  /** The product must be published. */
  publish: boolean;
  /** Variants to activate. */
  activate: string[];
  /** Variant of each variant in the file. */
  variantIds: string[];
}

/** A product of an import that is being read. */
export type NewImportItem = Omit<ImportItem, 'state' | 'todo'>;

/** Fields of an import's product that lists show. */
export interface ImportItemSummary {
  name: string;
  /** Lowest price of the variants, or the product's own; absent when the file has none. */
  priceCentavos?: number;
  variants: number;
  image?: string;
}

/** A product of an import as lists show it. */
export type ListedImportItem = Omit<ImportItem, 'content' | 'todo'> & { summary: ImportItemSummary };

/** A finding as the API returns it. */
export const importProblem = ({ line, handle, heading, severity, code, params }: Finding): ImportProblem => ({
  line,
  handle,
  heading,
  severity: enumValue(ImportSeverity, severity),
  code,
  params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
});
