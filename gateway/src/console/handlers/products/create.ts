import { CreateProductRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { NewProductBody } from '@commerce/console-api/routes/products.ts';

/** An empty string means no value. */
export const nonEmpty = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined);

/** Request for a draft with its variants. */
export function createOf({ axes = [], variants = [], type, ...body }: NewProductBody): CreateProductRequest {
  return {
    ...CreateProductRequest.decode(new Uint8Array(0)),
    name: body.name,
    description: nonEmpty(body.description),
    shortDescription: nonEmpty(body.shortDescription),
    sku: nonEmpty(body.sku),
    barcode: nonEmpty(body.barcode),
    type: type && enumValue(ProductType, type),
    images: body.images ?? [],
    categoryIds: body.categoryIds ?? [],
    brandIds: body.brandIds ?? [],
    tags: body.tags ?? [],
    shopIds: body.shopIds ?? [],
    isActive: body.isActive,
    ivaRateBp: body.ivaRateBp,
    weight: body.weight,
    variantAxes: axes,
    variants: variants.map(({ attributes, images = [], isActive, sku, barcode }) => ({
      attributes,
      images,
      isActive,
      sku: nonEmpty(sku),
      barcode: nonEmpty(barcode),
      name: undefined,
    })),
    draft: true,
  };
}
