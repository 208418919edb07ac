/**
 * A product as a file has it. What is undefined is left as it is: the file has no column for it, or nothing in it that says otherwise.
 * Where a value may be taken away, null does.
 */
export interface ImportedProduct {
  /** Of its first row, from 1. */
  line: number;
  /** By which it is matched: its slug. */
  handle: string;
  name?: string | undefined;
  description?: string | null | undefined;
  shortDescription?: string | null | undefined;
  tags?: string[] | undefined;
  images?: string[] | undefined;
  /** Each from the topmost name down. */
  categories?: string[][] | undefined;
  brands?: string[] | undefined;
  status?: 'active' | 'draft' | 'archived' | undefined;
  visibility?: string | undefined;
  isActive?: boolean | undefined;
  isService?: boolean | undefined;
  ivaRateBp?: number | undefined;
  weight?: { milli: number; unit: string } | undefined;
  sku?: string | null | undefined;
  barcode?: string | null | undefined;
  /** None for a product without variants. */
  axes: string[];
  variants: ImportedVariant[];
  /** Of a product without variants. */
  amounts?: ImportedAmounts | undefined;
}

/** A variant as a file has it. */
export interface ImportedVariant {
  line: number;
  /** In the order of the axes. */
  values: string[];
  sku?: string | null | undefined;
  barcode?: string | null | undefined;
  name?: string | undefined;
  images?: string[] | undefined;
  isActive?: boolean | undefined;
  amounts: ImportedAmounts;
}

/** What pricing and inventory are told of a product or variant. */
export interface ImportedAmounts {
  priceCentavos?: number | undefined;
  /** Null for none. */
  compareAtCentavos?: number | null | undefined;
  costCentavos?: number | undefined;
  quantity?: number | undefined;
}
