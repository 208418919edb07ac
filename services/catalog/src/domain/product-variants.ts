import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
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
import { optionalLine } from './text.ts';
import { attributes, axisNames, checkVariants, variantName } from './variants.ts';

/**
 * Gives a product new axes and variants. A new variant has no price yet, so it is inactive unless the request
 * activates it: otherwise it could be bought for nothing. A product becomes `variable` with its first variant and
 * `simple` when the last one is removed.
 * @param newVariantId makes the id of a variant
 */
export function withVariants(
  problems: Problems,
  record: ProductRecord,
  request: ChangeVariantsRequest,
  newVariantId: () => string,
): ProductRecord {
  const variantAxes = axisNames(problems, request.variantAxes);
  const variants = orderedVariants({ problems, axes: variantAxes }, record, request.variants, newVariantId);
  const kept = record.product.type === ProductType.VARIABLE ? ProductType.SIMPLE : record.product.type;
  const type = variants.length > 0 ? ProductType.VARIABLE : kept;
  const product = { ...record.product, type, variantAxes, variants };
  checkVariants(problems, product, (index) => `variants[${index}].attributes`);
  checkSize(problems, product);
  return { ...record, product };
}

/** Ids of the variants that a change removes from a product. */
export function removedVariants(before: ProductRecord, after: ProductRecord): string[] {
  const kept = new Set(after.product.variants.map(({ id }) => id));
  return before.product.variants.map(({ id }) => id).filter((id) => !kept.has(id));
}

/** Axes of the product after the change, and where problems are collected. */
interface Target {
  problems: Problems;
  axes: string[];
}

/** A variant of the request: its position, and its field in the public API. */
interface Requested {
  field: string;
  position: number;
  given: ChangeVariantsRequest_VariantOrNew;
}

function orderedVariants(
  { problems, axes }: Target,
  { product }: ProductRecord,
  given: ChangeVariantsRequest_VariantOrNew[],
  newVariantId: () => string,
): Variant[] {
  if (!problems.count('variants', given.length, 0, BOUNDS.variants)) return [];
  const known = new Map(product.variants.map((variant) => [variant.id, variant]));
  return given.map((variant, position) => {
    const requested = { field: `variants[${position}]`, position, given: variant };
    if (variant.id === undefined) return addedVariant({ problems, axes }, requested, newVariantId());
    const before = known.get(variant.id);
    // A variant that is given twice is unknown the second time.
    known.delete(variant.id);
    if (before === undefined)
      problems.add(`${requested.field}.id`, 'The product has no variant of this id, or it is given twice.');
    return keptVariant({ problems, axes }, requested, before ?? emptyVariant(variant.id));
  });
}

function keptVariant(
  { problems, axes }: Target,
  { field, position, given }: Requested,
  before: Variant,
): Variant {
  if (given.attributes.length === 0)
    return { ...before, position, attributes: inAxisOrder(axes, before.attributes) };
  const own = inAxisOrder(axes, attributes(problems, `${field}.attributes`, given.attributes));
  // A name that the merchant wrote stays.
  const name = before.name === variantName(before.attributes) ? variantName(own) : before.name;
  return { ...before, position, attributes: own, name };
}

function addedVariant(
  { problems, axes }: Target,
  { field, position, given }: Requested,
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

/** An inactive variant with an id and without any other values. */
const emptyVariant = (id: string): Variant => ({
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
