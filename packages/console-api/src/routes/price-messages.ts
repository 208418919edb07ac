import type {
  GetBulkJobResponse,
  PriceExplanation,
  ProductPrices,
  Promotion,
  ResolvePricesResponse_Price,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Json } from '../json.ts';

/** Names of the product and variant that an amount belongs to. */
export interface Named {
  /** Empty for a deleted product. */
  productName: string;
  /** Empty for the product itself. */
  variantName: string;
}

/** Prices of a product for editing; costs are included only for roles that may see them. */
export interface EditedPrices {
  id: string;
  name: string;
  sku: string | null;
  isDraft: boolean;
  /** Send it back as `expectedVersion`; null until pricing knows the product. */
  version: number | null;
  /** 0: no price yet. */
  priceCentavos: number;
  /** Null: none, as for every product with variants. */
  compareAtCentavos: number | null;
  /** Null: unknown. Absent for roles without costs. */
  costCentavos?: number | null;
  variants: (Omit<Json<ProductPrices['variants'][number]>, 'costCentavos'> & {
    name: string;
    sku: string | null;
    /** Null: same as the product's. Absent for roles without costs. */
    costCentavos?: number | null;
  })[];
}

/** Bulk change with its progress. */
export interface PriceChangeJob {
  id: string;
  target: 'prices' | 'costs' | 'price_list';
  products: 'all' | 'category' | 'brand' | 'products';
  percentBp: number | null;
  amountCentavos: number | null;
  progress: Json<Omit<GetBulkJobResponse, 'state'>> & { state: 'running' | 'done' | 'failed' };
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
  source: 'base' | 'price_list' | 'promotion';
  lists: (Omit<Json<PriceExplanation['lists'][number]>, 'rule'> & {
    rule: 'variant_entry' | 'product_entry' | 'percentage' | 'base';
  })[];
  offers: (Omit<Json<PriceExplanation['offers'][number]>, 'discount'> & {
    percentBp: number | null;
    amountCentavos: number | null;
  })[];
  /** Null: unknown. Absent for roles without costs. */
  costCentavos?: number | null;
}
