import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumKey, enumName, enumValue, type EnumKey, type EnumName } from '@commerce/proto/enum.ts';
import { Product, type Variant, type VariantAttribute } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Columns } from '@commerce/service-kit/db/columns.ts';
import { sortedAlts } from '../domain/image.ts';
import type { ProductRecord } from '../domain/product.ts';
import type { Product as ProductModel, Variant as VariantModel } from '../generated/prisma/client.ts';

/** Number of the encoding of `product.message`. Increase it with changes of Product that stored messages lack. */
export const PRODUCT_ENCODING = 2;

/** A row of `product` as PostgreSQL returns it, without the encoded message. */
export type ProductRow = Columns<Omit<ProductModel, 'message' | 'encoding' | 'imageAlts'>> & {
  image_alts: Record<string, string> | null;
};

/** A row of `variant`. */
export type VariantRow = Columns<Omit<VariantModel, 'attributes'>> & { attributes: VariantAttribute[] };

/** The type of a product from its column. */
export const typeFromWord = (word: string): ProductType =>
  enumValue(ProductType, word as EnumName<typeof ProductType>);

/** The visibility of a product from its column. */
export const visibilityFromWord = (word: string): ProductVisibility =>
  ProductVisibility[word as EnumKey<typeof ProductVisibility>];

/** The columns of a product, its encoded message included. */
export function productToRow({
  storeId,
  product: p,
  draft,
  version,
  priceVersion,
}: ProductRecord): ProductRow & { message: string; encoding: number } {
  return {
    store_id: storeId,
    id: p.id,
    name: p.name,
    slug: p.slug,
    description: p.description ?? null,
    short_description: p.shortDescription ?? null,
    sku: p.sku ?? null,
    barcode: p.barcode ?? null,
    type: enumName(ProductType, p.type),
    images: p.images,
    category_ids: p.categoryIds,
    brand_ids: p.brandIds,
    tags: p.tags,
    shop_ids: p.shopIds,
    visibility: enumKey(ProductVisibility, p.visibility),
    is_active: p.isActive,
    is_draft: draft,
    price_centavos: p.priceCentavos,
    compare_at_price_centavos: p.compareAtPriceCentavos ?? null,
    image_alts: p.imageAlts?.byUrl ?? null,
    cost_centavos: p.costCentavos ?? null,
    variant_axes: p.variantAxes,
    iva_rate_bp: p.ivaRateBp,
    weight_milli: p.weightMilli,
    weight_unit: p.weightUnit,
    created_at: new Date(p.createdAtMs),
    updated_at: new Date(p.updatedAtMs),
    version,
    price_version: priceVersion,
    message: `\\x${Buffer.from(Product.encode(p).finish()).toString('hex')}`,
    encoding: PRODUCT_ENCODING,
  };
}

/** The columns of the variants of a product. */
export function variantsToRows({ storeId, product }: ProductRecord): VariantRow[] {
  return product.variants.map((variant) => ({
    store_id: storeId,
    product_id: product.id,
    id: variant.id,
    position: variant.position,
    sku: variant.sku ?? null,
    barcode: variant.barcode ?? null,
    name: variant.name,
    attributes: variant.attributes.map(({ name, value }) => ({ name, value })),
    images: variant.images,
    price_centavos: variant.priceCentavos,
    compare_at_price_centavos: variant.compareAtPriceCentavos ?? null,
    cost_centavos: variant.costCentavos ?? null,
    is_active: variant.isActive,
  }));
}

/** A product from its columns and those of its variants, in the order of their positions. */
export function productFromRows(row: ProductRow, variants: VariantRow[]): ProductRecord {
  const product: Product = {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description ?? undefined,
    shortDescription: row.short_description ?? undefined,
    sku: row.sku ?? undefined,
    barcode: row.barcode ?? undefined,
    type: typeFromWord(row.type),
    images: row.images,
    categoryIds: row.category_ids,
    brandIds: row.brand_ids,
    tags: row.tags,
    shopIds: row.shop_ids,
    visibility: visibilityFromWord(row.visibility),
    isActive: row.is_active,
    priceCentavos: row.price_centavos,
    compareAtPriceCentavos: row.compare_at_price_centavos ?? undefined,
    imageAlts: sortedAlts(Object.entries(row.image_alts ?? {})),
    variantAxes: row.variant_axes,
    variants: variants.map(variantFromRow),
    ivaRateBp: row.iva_rate_bp,
    weightMilli: row.weight_milli,
    weightUnit: row.weight_unit,
    costCentavos: row.cost_centavos ?? undefined,
    createdAtMs: row.created_at.getTime(),
    updatedAtMs: row.updated_at.getTime(),
  };
  const { is_draft: draft, version, price_version: priceVersion } = row;
  return { storeId: row.store_id, product, draft, version, priceVersion };
}

function variantFromRow(row: VariantRow): Variant {
  return {
    id: row.id,
    sku: row.sku ?? undefined,
    barcode: row.barcode ?? undefined,
    name: row.name,
    attributes: row.attributes,
    images: row.images,
    priceCentavos: row.price_centavos,
    compareAtPriceCentavos: row.compare_at_price_centavos ?? undefined,
    isActive: row.is_active,
    position: row.position,
    costCentavos: row.cost_centavos ?? undefined,
  };
}
