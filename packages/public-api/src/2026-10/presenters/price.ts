import { PriceSource } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { ResolvedPrice } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { ResolvedPriceJson } from '../schemas/price.ts';
import { pesos } from './common.ts';

function presentSource(source: PriceSource): ResolvedPriceJson['source'] {
  switch (source) {
    case PriceSource.BASE:
      return 'base';
    case PriceSource.PRICE_LIST:
      return 'price_list';
    case PriceSource.PROMOTION:
      return 'promotion';
    default:
      throw new Error(`a resolved price has the unknown source ${source}`);
  }
}

/** Contract, section 2, "Resolved price row". */
export const presentResolvedPrice = (row: ResolvedPrice): ResolvedPriceJson => ({
  product_id: row.productId,
  shop_id: row.shopId,
  price_list_id: row.priceListId ?? null,
  price: pesos(row.priceCentavos),
  original_price: pesos(row.originalPriceCentavos),
  source: presentSource(row.source),
  currency: 'ARS',
  variants: row.variants.map((variant) => ({
    variant_id: variant.variantId,
    price: pesos(variant.priceCentavos),
    original_price: pesos(variant.originalPriceCentavos),
    source: presentSource(variant.source),
  })),
});
