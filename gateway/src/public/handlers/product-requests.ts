import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type {
  CreateProductRequest,
  NullableString,
  StringList,
  UpdateProductRequest,
  VariantAttribute,
  Weight,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { HandlerInput } from '@commerce/public-api/versions.ts';

type CreateBody = HandlerInput<'createProduct'>['body'];
type UpdateBody = HandlerInput<'updateProduct'>['body'];

/** Request of `POST /products` to catalog. */
export function toCreateProduct(body: CreateBody): CreateProductRequest {
  return {
    name: body.name,
    description: body.description ?? undefined,
    shortDescription: body.short_description ?? undefined,
    sku: body.sku ?? undefined,
    barcode: body.barcode ?? undefined,
    type: body.type && enumValue(ProductType, body.type),
    images: body.images ?? [],
    categoryIds: body.category_ids ?? [],
    brandIds: body.brand_ids ?? [],
    tags: body.tags ?? [],
    shopIds: body.shop_ids ?? [],
    isActive: body.is_active,
    variantAxes: body.variant_axes ?? [],
    variants: (body.variants ?? []).map((variant) => ({
      sku: variant.sku ?? undefined,
      barcode: variant.barcode ?? undefined,
      name: variant.name,
      attributes: toAttributes(variant.attributes),
      images: variant.images ?? [],
      isActive: variant.is_active,
    })),
    ivaRateBp: toBasisPoints(body.iva_rate),
    weight: toWeight(body.weight),
    draft: false,
  };
}

/** Request of `PATCH /products/:id` to catalog; omitted fields stay unchanged. */
export function toUpdateProduct(id: string, body: UpdateBody): UpdateProductRequest {
  return {
    id,
    name: body.name,
    description: newText(body.description),
    shortDescription: newText(body.short_description),
    sku: newText(body.sku),
    barcode: newText(body.barcode),
    type: body.type && enumValue(ProductType, body.type),
    images: newTexts(body.images),
    categoryIds: newTexts(body.category_ids),
    brandIds: newTexts(body.brand_ids),
    tags: newTexts(body.tags),
    shopIds: newTexts(body.shop_ids),
    visibility: body.visibility && ProductVisibility[body.visibility],
    isActive: body.is_active,
    variantAxes: newTexts(body.variant_axes),
    variants: (body.variants ?? []).map((variant) => ({
      id: variant.id,
      sku: newText(variant.sku),
      barcode: newText(variant.barcode),
      name: variant.name,
      attributes: toAttributes(variant.attributes ?? {}),
      images: newTexts(variant.images),
      isActive: variant.is_active,
    })),
    ivaRateBp: toBasisPoints(body.iva_rate),
    weight: toWeight(body.weight),
    includeDrafts: false,
    publish: false,
    slug: undefined,
  };
}

const newText = (text: string | null | undefined): NullableString | undefined =>
  text === undefined ? undefined : { value: text ?? undefined };

const newTexts = (values: string[] | undefined): StringList | undefined => values && { values };

const toAttributes = (attributes: Record<string, string>): VariantAttribute[] =>
  Object.entries(attributes).map(([name, value]) => ({ name, value }));

const toBasisPoints = (percent: number | undefined): number | undefined =>
  percent === undefined ? undefined : Math.round(percent * 100);

const toWeight = (weight: CreateBody['weight']): Weight | undefined =>
  weight && { milli: Math.round(weight.value * 1000), unit: weight.unit };
