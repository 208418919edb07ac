import type { ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { EnumKey } from '@commerce/proto/enum.ts';

/**
 * A product of a file. Undefined fields stay as they are, because the file has no column or no value for them; null
 * clears a value that may be absent.
 */
export interface ImportedProduct {
  /** Line of its first row, from 1. */
  line: number;
  /** Slug by which the product is matched. */
  handle: string;
  name?: string | undefined;
  description?: string | null | undefined;
  shortDescription?: string | null | undefined;
  tags?: string[] | undefined;
  images?: string[] | undefined;
  /** Alternative texts of `images`, by their URLs; empty for none. */
  imageAlts?: Record<string, string> | undefined;
  /** Paths of names, from the top level down. */
  categories?: string[][] | undefined;
  brands?: string[] | undefined;
  status?: 'active' | 'draft' | 'archived' | undefined;
  visibility?: EnumKey<typeof ProductVisibility> | undefined;
  isActive?: boolean | undefined;
  isService?: boolean | undefined;
  ivaRateBp?: number | undefined;
  weight?: { milli: number; unit: string } | undefined;
  sku?: string | null | undefined;
  barcode?: string | null | undefined;
  /** Empty for a product without variants. */
  axes: string[];
  variants: ImportedVariant[];
  /** Set for a product without variants only. */
  amounts?: ImportedAmounts | undefined;
}

/** A variant of a file. */
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

/** Amounts of a product or variant, to be set in pricing and inventory. */
export interface ImportedAmounts {
  priceCentavos?: number | undefined;
  /** Null for none. */
  compareAtCentavos?: number | null | undefined;
  costCentavos?: number | undefined;
  quantity?: number | undefined;
}
