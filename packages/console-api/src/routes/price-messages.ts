import type {
  GetBulkJobResponse,
  PriceExplanation,
  ProductPrices,
  Promotion,
  ResolvePricesResponse_Price,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Json } from '../json.ts';

/** What a list of amounts shows of the product or variant that an amount is of. */
export interface Named {
  /** Empty for a product that is gone. */
  productName: string;
  /** Empty for the product itself. */
  variantName: string;
}

/** Prices of a product as they are edited; costs only for who may see them. */
export interface EditedPrices {
  id: string;
  name: string;
  sku: string | null;
  isDraft: boolean;
  /** To be sent back as `expectedVersion`; null until pricing has the product. */
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
    /** Null: as the product's. Absent for who may not see costs. */
    costCentavos?: number | null;
  })[];
}

/** A bulk change and how far it is. */
export interface PriceChangeJob {
  id: string;
  target: 'prices' | 'costs' | 'price_list';
  products: 'all' | 'category' | 'brand' | 'products';
  percentBp: number | null;
  amountCentavos: number | null;
  progress: Json<Omit<GetBulkJobResponse, 'state'>> & { state: 'running' | 'done' | 'failed' };
}

/** A promotion with the names of what it is for. */
export interface EditedPromotion extends Omit<Json<Promotion>, 'discount' | 'endsAt' | 'version'> {
  version: string;
  percentBp: number | null;
  amountCentavos: number | null;
  /** Null: it has no end. */
  endsAt: string | null;
  /** Of products, categories and brands, as far as they are known. */
  names: Record<string, string>;
}

/** What a buyer pays, and how the engine came to it. */
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
