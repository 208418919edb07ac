import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import {
  Product,
  type CreateProductRequest,
  type CreateProductRequest_NewVariant,
  type Variant,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { inAxisOrder, defaultAxes, defaultType } from '@commerce/texts/variants.ts';
import { BOUNDS } from './bounds.ts';
import type { Problems } from './problems.ts';
import { images, ivaRate, tags, weight } from './product-fields.ts';
import type { ProductRecord } from './product.ts';
import { slugOf } from './slug.ts';
import { distinct, line, optionalLine, paragraphs } from './text.ts';
import { attributes, axisNames, checkVariants, variantName } from './variants.ts';

/** General rate of IVA in Argentina, in hundredths of a percent. */
const GENERAL_IVA_RATE_BP = 2_100;

/** Ids for a new product and its variants. */
export interface NewProductIds {
  product: string;
  /** Makes the id of a variant. */
  variant: () => string;
}

/**
 * Makes a new product from a request: without price and INTERNAL (contract, section 3). Its slug is the first
 * candidate, and its times are not stamped yet.
 */
export function newProduct(
  problems: Problems,
  storeId: string,
  request: CreateProductRequest,
  ids: NewProductIds,
): ProductRecord {
  const name = line(problems, 'name', request.name, BOUNDS.name);
  const { variantAxes, variants } = newVariants(problems, request, ids);
  const product: Product = {
    id: ids.product,
    name,
    slug: slugOf(name, 'producto'),
    description: paragraphs(problems, 'description', request.description, BOUNDS.description),
    shortDescription: paragraphs(
      problems,
      'short_description',
      request.shortDescription,
      BOUNDS.shortDescription,
    ),
    sku: optionalLine(problems, 'sku', request.sku, BOUNDS.code),
    barcode: optionalLine(problems, 'barcode', request.barcode, BOUNDS.code),
    type: request.type ?? enumValue(ProductType, defaultType(variants)),
    images: images(problems, 'images', request.images, BOUNDS.images),
    categoryIds: distinct(problems, 'category_ids', request.categoryIds, BOUNDS.categories),
    brandIds: distinct(problems, 'brand_ids', request.brandIds, BOUNDS.brands),
    tags: tags(problems, 'tags', request.tags),
    shopIds: distinct(problems, 'shop_ids', request.shopIds, BOUNDS.shops),
    visibility: ProductVisibility.INTERNAL,
    isActive: request.isActive ?? true,
    priceCentavos: 0,
    variantAxes,
    variants,
    ivaRateBp: ivaRate(problems, request.ivaRateBp ?? GENERAL_IVA_RATE_BP),
    ...weight(problems, request.weight ?? { milli: 0, unit: 'kg' }),
    createdAtMs: 0,
    updatedAtMs: 0,
  };
  checkVariants(problems, product, (index) => `variants[${index}].attributes`);
  checkSize(problems, product);
  return { storeId, product, draft: request.draft, version: 1, priceVersion: 0 };
}

/** Limits the size of a product, so that a page of products fits into a message. */
export function checkSize(problems: Problems, product: Product): void {
  if (Product.encode(product).finish().length > BOUNDS.messageBytes)
    problems.add('', `Must be at most ${BOUNDS.messageBytes} bytes with all strings, images and variants.`);
}

function newVariants(
  problems: Problems,
  request: CreateProductRequest,
  ids: NewProductIds,
): { variantAxes: string[]; variants: Variant[] } {
  if (!problems.count('variants', request.variants.length, 0, BOUNDS.variants))
    return { variantAxes: [], variants: [] };
  const variantAxes = axisNames(problems, [...defaultAxes(request.variantAxes, request.variants)]);
  const variants = request.variants.map((variant, position) =>
    newVariant({ problems, axes: variantAxes, given: variant, position, id: ids.variant() }),
  );
  return { variantAxes, variants };
}

function newVariant({
  problems,
  axes,
  given,
  position,
  id,
}: {
  problems: Problems;
  axes: string[];
  given: CreateProductRequest_NewVariant;
  position: number;
  id: string;
}): Variant {
  const field = `variants[${position}]`;
  const own = inAxisOrder(axes, attributes(problems, `${field}.attributes`, given.attributes));
  return {
    id,
    sku: optionalLine(problems, `${field}.sku`, given.sku, BOUNDS.code),
    barcode: optionalLine(problems, `${field}.barcode`, given.barcode, BOUNDS.code),
    name: optionalLine(problems, `${field}.name`, given.name, BOUNDS.name) ?? variantName(own),
    attributes: own,
    images: images(problems, `${field}.images`, given.images, BOUNDS.variantImages),
    priceCentavos: 0,
    compareAtPriceCentavos: undefined,
    isActive: given.isActive ?? true,
    position,
  };
}
