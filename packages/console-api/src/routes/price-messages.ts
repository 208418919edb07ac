import type { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import type {
  GetBulkJobResponse,
  PriceExplanation,
  PriceExplanation_ListStep_Rule,
  PriceSource,
  ProductPrices,
  Promotion,
  ResolvePricesResponse_Price,
  StartBulkPriceChangeRequest_Target,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { Json } from '../json.ts';

/** Names of the product and variant that an amount belongs to. */
export interface Named {
  /** Empty for a deleted product. */
  productName: string;
  /** Empty for the product itself. */
  variantName: string;
}

/** Amounts of a product for editing; costs are included only for roles that may see them. */
export interface EditedAmounts {
  /** Send it back as `expectedVersion`; null until pricing knows the product. */
  version: number | null;
  /** 0: no price yet. */
  priceCentavos: number;
  /** Null: none, as for every product with variants. */
  compareAtCentavos: number | null;
  /** Null: unknown. Absent for roles without costs. */
  costCentavos?: number | null;
  variants: (Omit<Json<ProductPrices['variants'][number]>, 'costCentavos'> & {
    /** Null: same as the product's. Absent for roles without costs. */
    costCentavos?: number | null;
  })[];
}

/** Prices of a product in a list. */
export interface EditedPrices extends Omit<EditedAmounts, 'variants'> {
  id: string;
  name: string;
  sku: string | null;
  isDraft: boolean;
  variants: (EditedAmounts['variants'][number] & { name: string; sku: string | null })[];
}

/** Bulk change with its progress. */
export interface PriceChangeJob {
  id: string;
  target: EnumName<typeof StartBulkPriceChangeRequest_Target>;
  products: 'all' | 'category' | 'brand' | 'products';
  percentBp: number | null;
  amountCentavos: number | null;
  progress: Json<Omit<GetBulkJobResponse, 'state'>> & {
    state: EnumName<typeof BulkJobState>;
  };
}

/** Promotion with the names of its targets. */
export interface EditedPromotion extends Omit<Json<Promotion>, 'discount' | 'endsAt' | 'version'> {
  version: string;
  percentBp: number | null;
  amountCentavos: number | null;
  /** Null: no end. */
  endsAt: string | null;
  /** Names of products, categories and brands, where known. */
  names: Record<string, string>;
}

/** Price that a buyer pays, with the engine's explanation. */
export interface ExplainedPrice
  extends Named, Omit<Json<ResolvePricesResponse_Price>, 'source' | 'explanation' | 'costCentavos'> {
  source: EnumName<typeof PriceSource>;
  lists: (Omit<Json<PriceExplanation['lists'][number]>, 'rule'> & {
    rule: EnumName<typeof PriceExplanation_ListStep_Rule>;
  })[];
  offers: (Omit<Json<PriceExplanation['offers'][number]>, 'discount'> & {
    percentBp: number | null;
    amountCentavos: number | null;
  })[];
  /** Null: unknown. Absent for roles without costs. */
  costCentavos?: number | null;
}
