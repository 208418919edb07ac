import { PriceSource, ResolvedPrice } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { Resource } from '../../route.ts';
import type { ResolvedPriceJson } from '../schemas/price.ts';
import { pesos } from './common.ts';

/** Contract, section 2, "Resolved price row". */
export const presentResolvedPrice = (row: ResolvedPrice): ResolvedPriceJson => ({
  product_id: row.productId,
  shop_id: row.shopId,
  price_list_id: row.priceListId ?? null,
  price: pesos(row.priceCentavos),
  original_price: pesos(row.originalPriceCentavos),
  source: enumName(PriceSource, row.source),
  currency: 'ARS',
  variants: row.variants.map((variant) => ({
    variant_id: variant.variantId,
    price: pesos(variant.priceCentavos),
    original_price: pesos(variant.originalPriceCentavos),
    source: enumName(PriceSource, variant.source),
  })),
});

/** Prices as encoded by the pricing service. */
export const resolvedPriceResource: Resource<ResolvedPrice, ResolvedPriceJson> = {
  decode: (bytes) => ResolvedPrice.decode(bytes),
  present: presentResolvedPrice,
};
