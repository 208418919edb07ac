import type { FindSellableResponse_Match } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { TillPrice } from '@commerce/proto/commerce/orders/v1/till.ts';
import { SaleRefusal } from '@commerce/proto/commerce/orders/v1/values.ts';
import { isSoldAt } from './line-items.ts';

/** A product or one of its variants, before its price and stock are known. */
export type SaleItem = Omit<FindSellableResponse_Match, 'barcode'>;

/** Returns whether the code of a match is that of a product with variants: the choice of the variant is the seller's. */
export const isWholeProduct = ({ type, variantId }: SaleItem): boolean =>
  type === ProductType.VARIABLE && variantId === undefined;

/** The items for sale of a product: the product itself, or its active variants. */
export function saleItemsOf(product: Product): SaleItem[] {
  const { id: productId, name: productName, sku, images, type, variants } = product;
  const [image] = images;
  if (variants.length === 0) return [{ productId, productName, variantName: '', sku, image, type }];
  return variants
    .filter(({ isActive }) => isActive)
    .map((variant) => ({
      productId,
      variantId: variant.id,
      productName,
      variantName: variant.name,
      sku: variant.sku,
      image: variant.images[0] ?? image,
      type,
    }));
}

/** The reason why a shop cannot sell an item; a price of 0 is refused before promotions, which may reduce one to 0. */
export function refusalOf(
  product: Product | undefined,
  shopId: string,
  { originalPriceCentavos }: TillPrice,
): SaleRefusal | undefined {
  if (product !== undefined && !isSoldAt(product, shopId)) return SaleRefusal.NOT_SOLD_HERE;
  return originalPriceCentavos === 0 ? SaleRefusal.NO_PRICE : undefined;
}
