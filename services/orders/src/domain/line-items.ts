import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type {
  CreateOrderRequest,
  CreateOrderRequest_Line,
  LineItem,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { ResolvePricesResponse_Price } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { FieldCheck } from './field-check.ts';
import { MOST_CENTAVOS } from './field-check.ts';

/** A line with the product that it sells; without one it is a custom line. */
export interface NewLine {
  line: CreateOrderRequest_Line;
  product: Product | undefined;
}

/** Where and how an order is made. */
type Sale = Pick<CreateOrderRequest, 'source' | 'shopId'>;

/** Checks that a line's product can be sold as it says; a point of sale sells only what its shop does (decisions, "shop_ids"). */
export function checkSold(
  check: FieldCheck,
  at: string,
  { line, product }: NewLine,
  { source, shopId }: Sale,
): void {
  if (line.productId === undefined) return;
  // A draft and another store's product are told like one that does not exist.
  if (product === undefined) return check.refuse(`${at}.product_id`, 'The product does not exist.');
  if (!product.isActive) return check.refuse(`${at}.product_id`, 'The product is not active.');
  const { shopIds } = product;
  if (source === 'pos' && shopIds.length > 0 && !shopIds.includes(shopId))
    return check.refuse(`${at}.product_id`, 'This shop does not sell the product.', 'not_sold_here');
  if (product.variants.length === 0) {
    if (line.variantId !== undefined) check.refuse(`${at}.variant_id`, 'The product has no variants.');
    return;
  }
  if (line.variantId === undefined)
    return check.refuse(`${at}.variant_id`, 'The product is sold by variant.');
  const variant = product.variants.find(({ id }) => id === line.variantId);
  if (variant === undefined) check.refuse(`${at}.variant_id`, 'The product has no such variant.');
  else if (!variant.isActive) check.refuse(`${at}.variant_id`, 'The variant is not active.');
}

/** Checks that a product sold at the point of sale has a price: before promotions, because those may give it away. */
export function checkPriced(
  check: FieldCheck,
  at: string,
  price: ResolvePricesResponse_Price | undefined,
  { source }: Sale,
): void {
  if (source === 'pos' && price?.originalPriceCentavos === 0)
    check.refuse(`${at}.product_id`, 'The product has no price yet.', 'no_price');
}

/** The line as the order has it; of a product with the price that was resolved for it. */
export function lineItemOf({ line, product }: NewLine, price?: ResolvePricesResponse_Price): LineItem {
  const { quantity } = line;
  if (product === undefined || price === undefined) {
    const unitPriceCentavos = line.unitPriceCentavos!;
    return {
      name: line.name!,
      quantity,
      unitPriceCentavos,
      totalCentavos: unitPriceCentavos * quantity,
      isCustom: true,
    };
  }
  const variant = product.variants.find(({ id }) => id === line.variantId);
  return {
    productId: product.id,
    variantId: variant?.id,
    sku: variant?.sku ?? product.sku,
    name: variant === undefined ? product.name : `${product.name} - ${variant.name}`,
    quantity,
    unitPriceCentavos: price.priceCentavos,
    totalCentavos: price.priceCentavos * quantity,
    isCustom: false,
    ...(price.costCentavos !== undefined && { cogsCentavos: price.costCentavos * quantity }),
  };
}

/** Checks that what a line comes to is an amount, and what its goods cost as well. */
export function checkTotal(
  check: FieldCheck,
  at: string,
  { totalCentavos, cogsCentavos = 0 }: LineItem,
): void {
  if (totalCentavos > MOST_CENTAVOS) check.refuse(at, 'It comes to more than 10^12 pesos.');
  else if (cogsCentavos > MOST_CENTAVOS) check.refuse(at, 'Its goods cost more than 10^12 pesos.');
}
