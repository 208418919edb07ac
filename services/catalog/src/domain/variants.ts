import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumNames, enumValue } from '@commerce/proto/enum.ts';
import type { Product, VariantAttribute } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { variantProblems } from '@commerce/texts/variants.ts';
import { BOUNDS } from './bounds.ts';
import type { Problems } from './problems.ts';
import { distinct, line } from './text.ts';

/** Checks the names of axes. */
export function axisNames(problems: Problems, names: string[]): string[] {
  const clean = names
    .slice(0, BOUNDS.axes + 1)
    .map((name, index) => line(problems, `variant_axes[${index}]`, name, BOUNDS.axisName));
  return distinct(problems, 'variant_axes', clean, BOUNDS.axes);
}

/** Checks the attributes of a variant. */
export function attributes(problems: Problems, field: string, given: VariantAttribute[]): VariantAttribute[] {
  if (given.length > BOUNDS.axes) problems.add(field, `Must have at most ${BOUNDS.axes} attributes.`);
  return given.slice(0, BOUNDS.axes).map(({ name, value }) => ({
    name: line(problems, field, name, BOUNDS.axisName),
    value: line(problems, field, value, BOUNDS.axisValue),
  }));
}

/** Default name of a variant: its values in the order of the axes, e.g. `M / Blanco`. */
export const variantName = (own: VariantAttribute[]): string =>
  own
    .map(({ value }) => value)
    .join(' / ')
    .slice(0, BOUNDS.name);

/** Checks the type, axes and variants of a product against each other. @param fieldOf see `variantProblems` */
export function checkVariants(
  problems: Problems,
  product: Pick<Product, 'type' | 'variantAxes' | 'variants'>,
  fieldOf: (index: number) => string | undefined,
): void {
  const type = enumNames(ProductType).find((name) => enumValue(ProductType, name) === product.type);
  problems.oneOf('type', type ?? '', enumNames(ProductType));
  if (type === undefined) return;
  for (const { field, message } of variantProblems({ ...product, type }, fieldOf))
    problems.add(field, message);
}
