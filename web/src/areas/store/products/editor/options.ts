import { NO_AMOUNTS, OWN, type Amounts } from './amounts.ts';

/** Row of the variants. */
export interface VariantRow {
  /** Unique in the form: the id, or another string for a new variant. */
  key: string;
  /** Undefined for a new variant. */
  id: string | undefined;
  /** In the order of the axes. */
  values: string[];
  sku: string;
  barcode: string;
  isActive: boolean;
}

/** Options of a product, its variants and their amounts. */
export interface Variants {
  axes: string[];
  rows: VariantRow[];
  amounts: Record<string, Amounts>;
}

export const MAX_AXES = 3;
export const MAX_VARIANTS = 250;

/** Values of an option, in the order of their first variant. */
export const optionValues = (rows: VariantRow[], at: number): string[] => [
  ...new Set(rows.map(({ values }) => values[at] ?? '').filter((value) => value !== '')),
];

/** Label of a variant. */
export const rowName = ({ values }: Pick<VariantRow, 'values'>): string =>
  values.filter((value) => value !== '').join(' / ');

/** Adds an option without values. */
export const withAxis = <V extends Variants>(variants: V): V => ({
  ...variants,
  axes: [...variants.axes, ''],
  rows: variants.rows.map((row) => ({ ...row, values: [...row.values, ''] })),
});

/** Removes an option; variants that become equal are merged into the first. */
export function withoutAxis<V extends Variants>(variants: V, at: number): V {
  const rows = variants.rows.map((row) => ({ ...row, values: row.values.toSpliced(at, 1) }));
  const names = rows.map(({ values }) => JSON.stringify(values));
  const isLast = variants.axes.length === 1;
  return {
    ...variants,
    axes: variants.axes.toSpliced(at, 1),
    rows: isLast ? [] : rows.filter((_row, index) => names.indexOf(names[index]!) === index),
  };
}

/**
 * Sets the values of an option: variants are generated for new values, and those of removed ones are removed.
 * @param mayPrice whether new variants have the amounts of others; a person who may not edit prices could not save them
 */
export function withOptionValues<V extends Variants>(
  variants: V,
  at: number,
  next: string[],
  mayPrice = true,
): V {
  const current = optionValues(variants.rows, at);
  const wanted = [...new Set(next.map((value) => value.trim()).filter((value) => value !== ''))];
  const kept = current.filter((value) => wanted.includes(value));
  const gone = current.filter((value) => !wanted.includes(value));
  const rest = without(variants, at, gone, kept.length === 0 && variants.axes.length > 1);
  const all = wanted
    .filter((value) => !current.includes(value))
    .reduce((before, value) => withValue(before, at, value), rest);
  return mayPrice ? all : { ...all, amounts: variants.amounts };
}

/** @param blank whether the variants stay, without a value of the option */
function without<V extends Variants>(variants: V, at: number, gone: string[], blank: boolean): V {
  if (gone.length === 0) return variants;
  const isGone = ({ values }: VariantRow) => gone.includes(values[at] ?? '');
  if (!blank) return { ...variants, rows: variants.rows.filter((row) => !isGone(row)) };
  const [first] = gone;
  const rows = variants.rows.filter(({ values }) => values[at] === first || !gone.includes(values[at] ?? ''));
  return { ...variants, rows: rows.map((row) => ({ ...row, values: row.values.with(at, '') })) };
}

let rowCount = 0;

function withValue<V extends Variants>(variants: V, at: number, value: string): V {
  const { axes, rows } = variants;
  if (rows.some(({ values }) => values[at] === ''))
    return {
      ...variants,
      rows: rows.map((row) => (row.values[at] === '' ? { ...row, values: row.values.with(at, value) } : row)),
    };
  const templates = rows.length === 0 ? [{ key: OWN, values: axes.map(() => '') }] : firstOfEach(rows, at);
  return templates.reduce((all, template) => withRow(all, at, template, value), variants);
}

/** The first variant of each combination of the values of the other options. */
function firstOfEach(rows: VariantRow[], at: number): VariantRow[] {
  const combinations = rows.map(({ values }) => JSON.stringify(values.with(at, '')));
  return rows.filter((_row, index) => combinations.indexOf(combinations[index]!) === index);
}

/** Adds a variant after those that have the same values of the options before; with the amounts of the template. */
function withRow<V extends Variants>(
  variants: V,
  at: number,
  template: Pick<VariantRow, 'key' | 'values'>,
  value: string,
): V {
  const { rows, amounts } = variants;
  if (rows.length >= MAX_VARIANTS) return variants;
  const values = template.values.with(at, value);
  const key = `new${++rowCount}`;
  const row: VariantRow = { key, id: undefined, values, sku: '', barcode: '', isActive: true };
  const last = rows.findLastIndex((one) =>
    values.slice(0, at).every((each, index) => one.values[index] === each),
  );
  return {
    ...variants,
    rows: rows.toSpliced(last + 1, 0, row),
    amounts: { ...amounts, [key]: amounts[template.key] ?? NO_AMOUNTS },
  };
}

/** Indexes of variants with the same values as an earlier one, each with the index of that one. */
export function duplicatesOf(rows: VariantRow[]): ReadonlyMap<number, number> {
  const names = rows.map(({ values }) => JSON.stringify(values.map((value) => value.trim())));
  return new Map(
    names.flatMap((name, at): [number, number][] => {
      const first = names.indexOf(name);
      return first < at ? [[at, first]] : [];
    }),
  );
}

/** Options that have values, with their variants: an option that was added and left empty is not saved. */
export function usedOptions({
  axes,
  rows,
}: Pick<Variants, 'axes' | 'rows'>): Pick<Variants, 'axes' | 'rows'> {
  const used = axes.map((_axis, at) => rows.some(({ values }) => (values[at] ?? '').trim() !== ''));
  const pick = (all: string[]) => all.filter((_one, at) => used[at]).map((one) => one.trim());
  return { axes: pick(axes), rows: rows.map((row) => ({ ...row, values: pick(row.values) })) };
}
