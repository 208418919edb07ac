import { toNfc } from './nfc.ts';

/** A variant's value on an axis. */
export interface Attribute {
  name: string;
  value: string;
}

/** What the rules of variants look at. */
interface ProductForm {
  type: string;
  variantAxes: readonly string[];
  variants: readonly { attributes: readonly Attribute[] }[];
}

/** A rule that a field breaks. */
export interface FormProblem {
  field: string;
  message: string;
}

/** Attributes in the order of the axes; what belongs to no axis comes last, for `variantProblems` to find. */
export function inAxisOrder<A extends Attribute>(axes: readonly string[], given: readonly A[]): A[] {
  const place = ({ name }: Attribute) => {
    const at = axes.indexOf(name);
    return at === -1 ? axes.length : at;
  };
  return given.toSorted((a, b) => place(a) - place(b));
}

/** The type of a new product that names none. */
export const defaultType = (variants: readonly unknown[]): string =>
  variants.length > 0 ? 'variable' : 'simple';

/** The axes of a new product: those of its first variant where it names none. */
export const defaultAxes = (
  named: readonly string[],
  variants: readonly { attributes: readonly Attribute[] }[],
): readonly string[] => (named.length > 0 ? named : (variants[0]?.attributes ?? []).map(({ name }) => name));

/**
 * The rules of a product as a whole: its variants have exactly the attributes of its axes, no two the same ones, and its type is
 * `variable` if and only if it has variants.
 * @param fieldOf the field of the request that a variant was given in; undefined for one that the request does not name
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

/** The same rules for a new product, as a request of the public API gives it. */
export function newProductProblems(
  type: string | undefined,
  axes: readonly string[],
  attributes: readonly Record<string, string>[],
): FormProblem[] {
  const given = attributes.map((each) => ({
    attributes: Object.entries(each).map(([name, value]) => ({ name: clean(name), value: clean(value) })),
  }));
  const variantAxes = defaultAxes(axes, given);
  const variants = given.map((each) => ({ attributes: inAxisOrder(variantAxes, each.attributes) }));
  const product = { type: type ?? defaultType(given), variantAxes, variants };
  return variantProblems(product, (index) => `variants[${index}].attributes`);
}

const clean = (text: string): string => toNfc(text.trim());

/** The rule that a product is `variable` if and only if it has variants. */
export function typeProblems(type: string, hasVariants: boolean): FormProblem[] {
  if ((type === 'variable') === hasVariants) return [];
  const message = hasVariants ? 'A product with variants is `variable`.' : 'Only a product with variants is.';
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
    // What is wrong with a variant that the request does not name comes of the axes that it asks for, or of another variant.
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
