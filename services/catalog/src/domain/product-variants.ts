import type {
  ChangeVariantsRequest,
  ChangeVariantsRequest_VariantOrNew,
  Variant,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { inAxisOrder } from '@commerce/texts/variants.ts';
import { BOUNDS } from './bounds.ts';
import type { Problems } from './problems.ts';
import { checkSize } from './product-create.ts';
import type { ProductRecord } from './product.ts';
import { optionalLine, withinLength } from './text.ts';
import { attributes, axisNames, checkVariants, variantName } from './variants.ts';

/**
 * A product with the axes and variants that it is to have. A new variant has no price yet: it is inactive unless it is said to be
 * active, so that nobody buys it for nothing. A product becomes `variable` with its first variant and `simple` without its last one.
 * @param newVariantId makes the id of a variant
 */
export function withVariants(
  problems: Problems,
  record: ProductRecord,
  request: ChangeVariantsRequest,
  newVariantId: () => string,
): ProductRecord {
  const variantAxes = axisNames(problems, request.variantAxes);
  const variants = placedVariants(problems, record, variantAxes, request.variants, newVariantId);
  const kept = record.product.type === 'variable' ? 'simple' : record.product.type;
  const type = variants.length > 0 ? 'variable' : kept;
  const product = { ...record.product, type, variantAxes, variants };
  checkVariants(problems, product, (index) => `variants[${index}].attributes`);
  checkSize(problems, product);
  return { ...record, product };
}

/** The variants that a product has no longer. */
export function removedVariants(before: ProductRecord, after: ProductRecord): string[] {
  const kept = new Set(after.product.variants.map(({ id }) => id));
  return before.product.variants.map(({ id }) => id).filter((id) => !kept.has(id));
}

function placedVariants(
  problems: Problems,
  { product }: ProductRecord,
  axes: string[],
  given: ChangeVariantsRequest_VariantOrNew[],
  newVariantId: () => string,
): Variant[] {
  if (!withinLength(problems, 'variants', given, BOUNDS.variants)) return [];
  const known = new Map(product.variants.map((variant) => [variant.id, variant]));
  return given.map((variant, position) => {
    const field = `variants[${position}]`;
    if (variant.id === undefined)
      return addedVariant(problems, field, axes, variant, position, newVariantId());
    const before = known.get(variant.id);
    // None is placed twice: the second one is unknown.
    known.delete(variant.id);
    if (before === undefined)
      problems.add(`${field}.id`, 'The product has no variant of this id, or it is given twice.');
    return keptVariant(problems, field, axes, before ?? emptyVariant(variant.id), variant, position);
  });
}

function keptVariant(
  problems: Problems,
  field: string,
  axes: string[],
  before: Variant,
  given: ChangeVariantsRequest_VariantOrNew,
  position: number,
): Variant {
  if (given.attributes.length === 0)
    return { ...before, position, attributes: inAxisOrder(axes, before.attributes) };
  const own = inAxisOrder(axes, attributes(problems, `${field}.attributes`, given.attributes));
  // A name of the merchant's own stays.
  const name = before.name === variantName(before.attributes) ? variantName(own) : before.name;
  return { ...before, position, attributes: own, name };
}

function addedVariant(
  problems: Problems,
  field: string,
  axes: string[],
  given: ChangeVariantsRequest_VariantOrNew,
  position: number,
  id: string,
): Variant {
  const own = inAxisOrder(axes, attributes(problems, `${field}.attributes`, given.attributes));
  return {
    ...emptyVariant(id),
    sku: optionalLine(problems, `${field}.sku`, given.sku, BOUNDS.code),
    barcode: optionalLine(problems, `${field}.barcode`, given.barcode, BOUNDS.code),
    name: variantName(own),
    attributes: own,
    isActive: given.isActive ?? false,
    position,
  };
}

/** A variant of which nothing is known but its id: without prices and inactive. */
export const emptyVariant = (id: string): Variant => ({
  id,
  sku: undefined,
  barcode: undefined,
  name: '',
  attributes: [],
  images: [],
  priceCentavos: 0,
  compareAtPriceCentavos: undefined,
  isActive: false,
  position: 0,
});
