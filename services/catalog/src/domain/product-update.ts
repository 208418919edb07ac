import type {
  NullableString,
  Product,
  UpdateProductRequest,
  UpdateProductRequest_VariantChange,
  Variant,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { NO_SUCH_VARIANT } from '@commerce/texts/ids.ts';
import { REPEATED } from '@commerce/texts/lists.ts';
import { inAxisOrder, lowestPrice } from '@commerce/texts/variants.ts';
import { BOUNDS } from './bounds.ts';
import { withOwnAlts } from './image.ts';
import type { Problems } from './problems.ts';
import { checkSize } from './product-create.ts';
import { imageAlts, images, ivaRate, tags, visibility, weight } from './product-fields.ts';
import type { ProductRecord } from './product.ts';
import { givenSlug } from './slug.ts';
import { distinct, line, optionalLine, paragraphs } from './text.ts';
import { attributes, axisNames, checkVariants } from './variants.ts';

/** Applies the requested changes to a product. A new name does not change the slug, so that links keep working. */
export function changedProduct(
  problems: Problems,
  record: ProductRecord,
  request: UpdateProductRequest,
): ProductRecord {
  const product: Product = withOwnAlts({
    ...record.product,
    ...changedStrings(problems, record.product, request),
    ...changedLists(problems, record.product, request),
    ...changedVariants(problems, record.product, request),
    ...(request.weight && weight(problems, request.weight)),
    type: request.type ?? record.product.type,
    slug: request.slug === undefined ? record.product.slug : givenSlug(problems, 'slug', request.slug),
    isActive: request.isActive ?? record.product.isActive,
    visibility:
      request.visibility === undefined ? record.product.visibility : visibility(problems, request.visibility),
    ivaRateBp:
      request.ivaRateBp === undefined ? record.product.ivaRateBp : ivaRate(problems, request.ivaRateBp),
    imageAlts: request.imageAlts ? imageAlts(problems, request.imageAlts) : record.product.imageAlts,
  });
  if (request.type !== undefined || request.variantAxes || request.variants.length > 0)
    checkVariants(problems, product, variantFields(product, request));
  checkSize(problems, product);
  return { ...record, product, draft: record.draft && !request.publish };
}

function changedStrings(problems: Problems, before: Product, request: UpdateProductRequest) {
  const { name, description, shortDescription, sku, barcode } = request;
  return {
    name: name === undefined ? before.name : line(problems, 'name', name, BOUNDS.name),
    description: description
      ? paragraphs(problems, 'description', description.value, BOUNDS.description)
      : before.description,
    shortDescription: shortDescription
      ? paragraphs(problems, 'short_description', shortDescription.value, BOUNDS.shortDescription)
      : before.shortDescription,
    sku: changedCode(problems, 'sku', before.sku, sku),
    barcode: changedCode(problems, 'barcode', before.barcode, barcode),
  };
}

const changedCode = (
  problems: Problems,
  field: string,
  before: string | undefined,
  change: NullableString | undefined,
): string | undefined => (change ? optionalLine(problems, field, change.value, BOUNDS.code) : before);

function changedLists(problems: Problems, before: Product, request: UpdateProductRequest) {
  const list = (field: string, values: string[], max: number) => distinct(problems, field, values, max);
  return {
    images: request.images ? images(problems, 'images', request.images.values, BOUNDS.images) : before.images,
    tags: request.tags ? tags(problems, 'tags', request.tags.values) : before.tags,
    categoryIds: request.categoryIds
      ? list('category_ids', request.categoryIds.values, BOUNDS.categories)
      : before.categoryIds,
    brandIds: request.brandIds ? list('brand_ids', request.brandIds.values, BOUNDS.brands) : before.brandIds,
    shopIds: request.shopIds ? list('shop_ids', request.shopIds.values, BOUNDS.shops) : before.shopIds,
  };
}

function changedVariants(problems: Problems, before: Product, request: UpdateProductRequest) {
  const variantAxes = request.variantAxes
    ? axisNames(problems, request.variantAxes.values)
    : before.variantAxes;
  const known = new Set(before.variants.map(({ id }) => id));
  const changes = new Map<string, { change: UpdateProductRequest_VariantChange; field: string }>();
  for (const [index, change] of request.variants.entries()) {
    const field = `variants[${index}]`;
    if (!known.has(change.id)) problems.add(`${field}.id`, NO_SUCH_VARIANT);
    else if (changes.has(change.id)) problems.add(`${field}.id`, REPEATED);
    else changes.set(change.id, { change, field });
  }
  const variants = before.variants.map((variant) => {
    const requested = changes.get(variant.id);
    const changed = requested
      ? changedVariant(problems, variant, requested.change, requested.field)
      : variant;
    return { ...changed, attributes: inAxisOrder(variantAxes, changed.attributes) };
  });
  const isSwitched = variants.some(({ isActive }, at) => isActive !== before.variants[at]!.isActive);
  // Pricing derives the same base price.
  return { variantAxes, variants, ...(isSwitched && { priceCentavos: lowestPrice(variants) }) };
}

function changedVariant(
  problems: Problems,
  before: Variant,
  change: UpdateProductRequest_VariantChange,
  field: string,
): Variant {
  return {
    ...before,
    sku: changedCode(problems, `${field}.sku`, before.sku, change.sku),
    barcode: changedCode(problems, `${field}.barcode`, before.barcode, change.barcode),
    name: change.name === undefined ? before.name : line(problems, `${field}.name`, change.name, BOUNDS.name),
    attributes:
      change.attributes.length > 0
        ? attributes(problems, `${field}.attributes`, change.attributes)
        : before.attributes,
    images: change.images
      ? images(problems, `${field}.images`, change.images.values, BOUNDS.variantImages)
      : before.images,
    isActive: change.isActive ?? before.isActive,
  };
}

/** Finds the fields of the request that name the variants of the product. */
function variantFields(
  product: Product,
  request: UpdateProductRequest,
): (index: number) => string | undefined {
  const indexes = new Map(request.variants.map(({ id }, index) => [id, index]));
  return (index) => {
    const requestIndex = indexes.get(product.variants[index]!.id);
    return requestIndex === undefined ? undefined : `variants[${requestIndex}].attributes`;
  };
}
