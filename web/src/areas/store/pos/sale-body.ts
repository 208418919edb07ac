import { totalOf, type Cart } from './cart.ts';
import type { SaleBody } from './waiting.ts';

/** Request body of a cart. A percentage is sent as one: the platform computes it from the prices that it sells at. */
export const saleBody = (cart: Cart, payments: SaleBody['payments']): SaleBody => ({
  shopId: cart.shopId,
  customerId: cart.buyer?.id,
  lines: cart.lines.map(({ productId, variantId, quantity, discount, priceCentavos }) => ({
    productId,
    variantId: variantId ?? undefined,
    quantity,
    ...(discount &&
      ('centavos' in discount
        ? { discountCentavos: Math.min(discount.centavos, priceCentavos) }
        : { discountPercentBp: discount.percentBp })),
  })),
  payments,
  discountCentavos: 0,
  ...(cart.discount === null || 'centavos' in cart.discount
    ? { discountCentavos: cart.discount?.centavos ?? 0 }
    : { discountPercentBp: cart.discount.percentBp }),
  expectedTotalCentavos: totalOf(cart),
});
