import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type {
  CreateOrderRequest,
  CreateOrderRequest_Line,
  LineItem,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { ResolvePricesResponse_Price } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { MAX_CENTAVOS, type FieldErrors } from '@commerce/service-kit/fields.ts';

/** A requested line with its product; a custom line has none. */
export interface NewLine {
  line: CreateOrderRequest_Line;
  product: Product | undefined;
}

/** Source and shop of an order. */
type Sale = Pick<CreateOrderRequest, 'source' | 'shopId'>;

/** Returns whether a shop sells a product; one without shops is sold in all of them. */
export const isSoldAt = ({ shopIds }: Product, shopId: string): boolean =>
  shopIds.length === 0 || shopIds.includes(shopId);

/** Checks that the product of a line can be sold. A point of sale sells only products of its shop (decisions, "shop_ids"). */
export function checkSold(
  errors: FieldErrors,
  at: string,
  { line, product }: NewLine,
  { source, shopId }: Sale,
): void {
  if (line.productId === undefined) return;
  // A draft and another store's product look like a product that does not exist.
  if (product === undefined) return errors.add(`${at}.product_id`, 'The product does not exist.');
  if (!product.isActive) return errors.add(`${at}.product_id`, 'The product is not active.');
  if (source === OrderSource.POS && !isSoldAt(product, shopId))
    return errors.add(`${at}.product_id`, 'This shop does not sell the product.', 'not_sold_here');
  if (product.variants.length === 0) {
    if (line.variantId !== undefined) errors.add(`${at}.variant_id`, 'The product has no variants.');
    return;
  }
  if (line.variantId === undefined)
    return errors.add(`${at}.variant_id`, 'Is required: the product is sold by variant.');
  const variant = product.variants.find(({ id }) => id === line.variantId);
  if (variant === undefined) errors.add(`${at}.variant_id`, 'The product has no such variant.');
  else if (!variant.isActive) errors.add(`${at}.variant_id`, 'The variant is not active.');
}

/** Checks that a product sold at the point of sale has a price, before promotions, which may reduce it to 0. */
export function checkPriced(
  errors: FieldErrors,
  at: string,
  price: ResolvePricesResponse_Price | undefined,
  { source }: Sale,
): void {
  if (source === OrderSource.POS && price?.originalPriceCentavos === 0)
    errors.add(`${at}.product_id`, 'The product has no price yet.', 'no_price');
}

/** Makes a line item: a custom line if it has no product or no resolved price. */
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

/** Checks that total and cost of a line do not exceed the maximum amount. */
export function checkTotal(
  errors: FieldErrors,
  at: string,
  { totalCentavos, cogsCentavos = 0 }: LineItem,
): void {
  if (totalCentavos > MAX_CENTAVOS) errors.add(at, 'The line total exceeds 10^12 pesos.');
  else if (cogsCentavos > MAX_CENTAVOS) errors.add(at, 'The cost of the line exceeds 10^12 pesos.');
}

/** Indexes of the lines that sell a product. */
export const productLineIndexes = (lines: readonly CreateOrderRequest_Line[]): number[] =>
  lines.flatMap(({ productId }, index) => (productId === undefined ? [] : [index]));
