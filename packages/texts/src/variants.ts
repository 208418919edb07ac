import { toNfc } from './nfc.ts';

/** Value of a variant on an axis. */
export interface Attribute {
  name: string;
  value: string;
}

/** Input of the variant rules. */
interface ProductForm {
  type: string;
  variantAxes: readonly string[];
  variants: readonly { attributes: readonly Attribute[] }[];
}

/** Rule that a field violates. */
export interface FormProblem {
  field: string;
  message: string;
}

/** Sorts attributes by axis order; attributes without an axis come last, for `variantProblems` to find. */
export function inAxisOrder<A extends Attribute>(axes: readonly string[], attributes: readonly A[]): A[] {
  const index = ({ name }: Attribute) => {
    const at = axes.indexOf(name);
    return at === -1 ? axes.length : at;
  };
  return attributes.toSorted((a, b) => index(a) - index(b));
}

/** Price of the lowest active variant, or the lowest of all when none is active; undefined without variants. */
export function lowestPrice(
  variants: readonly { isActive: boolean; priceCentavos: number }[],
): number | undefined {
  const active = variants.filter(({ isActive }) => isActive);
  const prices = (active.length > 0 ? active : variants).map(({ priceCentavos }) => priceCentavos);
  return prices.length === 0 ? undefined : Math.min(...prices);
}

/** Type of a new product when none is given. */
export const defaultType = (variants: readonly unknown[]): 'variable' | 'simple' =>
  variants.length > 0 ? 'variable' : 'simple';

/** Axes of a new product: those of its first variant when none are given. */
export const defaultAxes = (
  named: readonly string[],
  variants: readonly { attributes: readonly Attribute[] }[],
): readonly string[] => (named.length > 0 ? named : (variants[0]?.attributes ?? []).map(({ name }) => name));

/**
 * Validates a product as a whole: its variants have exactly the attributes of its axes, no two variants have the same
 * ones, and its type is `variable` if and only if it has variants.
 * @param fieldOf the request field of a variant; undefined for one that the request does not name
 */
export function variantProblems(
  { type, variantAxes, variants }: ProductForm,
  fieldOf: (index: number) => string | undefined,
): FormProblem[] {
  const hasVariants = variants.length > 0;
  return [
    ...typeProblems(type, hasVariants),
    ...axesProblems(variantAxes, hasVariants),
    ...attributeProblems(variantAxes, variants, fieldOf),
  ];
}

/** Applies the same rules to a new product of a public API request. */
export function newProductProblems(
  type: string | undefined,
  axes: readonly string[],
  attributes: readonly Record<string, string>[],
): FormProblem[] {
  const cleaned = attributes.map((each) => ({
    attributes: Object.entries(each).map(([name, value]) => ({ name: clean(name), value: clean(value) })),
  }));
  const variantAxes = defaultAxes(axes, cleaned);
  const variants = cleaned.map((each) => ({ attributes: inAxisOrder(variantAxes, each.attributes) }));
  const product = { type: type ?? defaultType(cleaned), variantAxes, variants };
  return variantProblems(product, (index) => `variants[${index}].attributes`);
}

const clean = (text: string): string => toNfc(text.trim());

/** Checks that a product is `variable` if and only if it has variants. */
export function typeProblems(type: string, hasVariants: boolean): FormProblem[] {
  if ((type === 'variable') === hasVariants) return [];
  const message = hasVariants
    ? 'Must be `variable` for a product with variants.'
    : 'Only a product with variants can be `variable`.';
  return [{ field: 'type', message }];
}

function axesProblems(axes: readonly string[], hasVariants: boolean): FormProblem[] {
  if (hasVariants === axes.length > 0) return [];
  const message = hasVariants ? 'Must name an axis.' : 'Only a product with variants has axes.';
  return [{ field: 'variant_axes', message }];
}

function attributeProblems(
  axes: readonly string[],
  variants: ProductForm['variants'],
  fieldOf: (index: number) => string | undefined,
): FormProblem[] {
  const problems: FormProblem[] = [];
  const seen = new Map<string, number>();
  for (const [index, { attributes }] of variants.entries()) {
    const complete =
      attributes.length === axes.length && attributes.every(({ name }, at) => name === axes[at]);
    // A problem of a variant that the request does not name is caused by the requested axes, or by another variant.
    const field = fieldOf(index) ?? 'variant_axes';
    if (!complete)
      problems.push({ field, message: `Must have exactly these attributes: ${axes.join(', ')}.` });
    const key = JSON.stringify(attributes.map(({ value }) => value));
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else if (complete)
      problems.push({
        field: fieldOf(index) ?? fieldOf(first) ?? field,
        message: 'Another variant has the same attributes.',
      });
  }
  return problems;
}
