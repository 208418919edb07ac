import { Product, type Variant, type VariantAttribute } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ProductRecord } from '../domain/product.ts';

/** Number of the encoding of `product.message`. Increase it with changes of Product that stored messages lack. */
export const PRODUCT_ENCODING = 1;

/** A row of `product` as PostgreSQL returns it, without the encoded message. */
export interface ProductRow {
  store_id: string;
  id: string;
  name: string;
  slug: string;
  description: string | null;
  short_description: string | null;
  sku: string | null;
  barcode: string | null;
  type: string;
  images: string[];
  category_ids: string[];
  brand_ids: string[];
  tags: string[];
  shop_ids: string[];
  visibility: string;
  is_active: boolean;
  is_draft: boolean;
  price_centavos: number;
  compare_at_price_centavos: number | null;
  cost_centavos: number | null;
  variant_axes: string[];
  iva_rate_bp: number;
  weight_milli: number;
  weight_unit: string;
  created_at: Date;
  updated_at: Date;
  version: number;
  price_version: number;
}

/** A row of `variant`. */
export interface VariantRow {
  store_id: string;
  product_id: string;
  id: string;
  position: number;
  sku: string | null;
  barcode: string | null;
  name: string;
  attributes: VariantAttribute[];
  images: string[];
  price_centavos: number;
  compare_at_price_centavos: number | null;
  cost_centavos: number | null;
  is_active: boolean;
}

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
    type: p.type,
    images: p.images,
    category_ids: p.categoryIds,
    brand_ids: p.brandIds,
    tags: p.tags,
    shop_ids: p.shopIds,
    visibility: p.visibility,
    is_active: p.isActive,
    is_draft: draft,
    price_centavos: p.priceCentavos,
    compare_at_price_centavos: p.compareAtPriceCentavos ?? null,
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
    type: row.type,
    images: row.images,
    categoryIds: row.category_ids,
    brandIds: row.brand_ids,
    tags: row.tags,
    shopIds: row.shop_ids,
    visibility: row.visibility,
    isActive: row.is_active,
    priceCentavos: row.price_centavos,
    compareAtPriceCentavos: row.compare_at_price_centavos ?? undefined,
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
