import type { Product, VariantAttribute } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { BOUNDS, PRODUCT_TYPES } from './bounds.ts';
import type { Problems } from './problems.ts';
import { oneOf } from './product-fields.ts';
import { distinct, line } from './text.ts';

/** The names of axes. */
export function axisNames(problems: Problems, names: string[]): string[] {
  const clean = names
    .slice(0, BOUNDS.axes + 1)
    .map((name, at) => line(problems, `variant_axes[${at}]`, name, BOUNDS.axisName));
  return distinct(problems, 'variant_axes', clean, BOUNDS.axes);
}

/** The attributes of a variant. */
export function attributes(problems: Problems, field: string, given: VariantAttribute[]): VariantAttribute[] {
  if (given.length > BOUNDS.axes) problems.add(field, `Must have at most ${BOUNDS.axes} attributes.`);
  return given.slice(0, BOUNDS.axes).map(({ name, value }) => ({
    name: line(problems, field, name, BOUNDS.axisName),
    value: line(problems, field, value, BOUNDS.axisValue),
  }));
}

/** What a variant is called by default: its values, in the order of the axes, e.g. `M / Blanco`. */
export const variantName = (own: VariantAttribute[]): string =>
  own
    .map(({ value }) => value)
    .join(' / ')
    .slice(0, BOUNDS.name);

/** Attributes in the order of the axes; what belongs to no axis comes last, for `checkVariants` to find. */
export function inAxisOrder(axes: string[], given: VariantAttribute[]): VariantAttribute[] {
  const place = ({ name }: VariantAttribute) => {
    const at = axes.indexOf(name);
    return at === -1 ? axes.length : at;
  };
  return given.toSorted((a, b) => place(a) - place(b));
}

/**
 * The rules of a product as a whole: its variants have exactly the attributes of its axes, no two the same ones, and its type is
 * `variable` if and only if it has variants.
 * @param fieldOf the field of the request that a variant was given in; undefined for one that the request does not name
 */
export function checkVariants(
  problems: Problems,
  { type, variantAxes, variants }: Pick<Product, 'type' | 'variantAxes' | 'variants'>,
  fieldOf: (index: number) => string | undefined,
): void {
  const has = variants.length > 0;
  oneOf(problems, 'type', type, PRODUCT_TYPES);
  if (PRODUCT_TYPES.includes(type) && (type === 'variable') !== has)
    problems.add('type', has ? 'A product with variants is `variable`.' : 'Only a product with variants is.');
  if (has !== variantAxes.length > 0)
    problems.add('variant_axes', has ? 'Must name an axis.' : 'Only a product with variants has axes.');
  const seen = new Map<string, number>();
  for (const [index, { attributes: given }] of variants.entries()) {
    const complete =
      given.length === variantAxes.length && given.every(({ name }, at) => name === variantAxes[at]);
    // What is wrong with a variant that the request does not name comes of the axes that it asks for, or of another variant.
    const field = fieldOf(index) ?? 'variant_axes';
    if (!complete) problems.add(field, `Must have exactly these attributes: ${variantAxes.join(', ')}.`);
    const key = JSON.stringify(given.map(({ value }) => value));
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else if (complete)
      problems.add(fieldOf(index) ?? fieldOf(first) ?? field, 'Another variant has the same attributes.');
  }
}
