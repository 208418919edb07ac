import type { ProductFieldsBody, VariantsBody } from '@commerce/console-api/routes/products.ts';
import type { Product } from './product-form.ts';

/** Row of the variants table. */
export interface VariantRow {
  /** Unique in the table. */
  key: string;
  /** Undefined for a new variant. */
  id: string | undefined;
  /** In the order of the axes. */
  values: string[];
  sku: string;
  barcode: string;
  isActive: boolean;
}

/** Values of the variants table. */
export interface VariantValues {
  axes: string[];
  rows: VariantRow[];
}

/** Initial values of the variants table. */
export const variantValuesOf = ({ variantAxes, variants }: Product): VariantValues => ({
  axes: variantAxes,
  rows: variants.map(({ id, attributes, sku, barcode, isActive }) => ({
    key: id,
    id,
    values: variantAxes.map((axis) => attributes.find(({ name }) => name === axis)?.value ?? ''),
    sku: sku ?? '',
    barcode: barcode ?? '',
    isActive,
  })),
});

/**
 * Indexes of variants with the same values as an earlier one, each with the index of that one. Variants without values
 * are not compared.
 */
export function duplicatesOf({ rows }: VariantValues): Map<number, number> {
  const keys = rows.map(({ values }) => JSON.stringify(values.map((value) => value.trim())));
  const repeated = keys.flatMap((key, at): [number, number][] => {
    const first = keys.indexOf(key);
    return first < at && rows[at]!.values.some((value) => value.trim() !== '') ? [[at, first]] : [];
  });
  return new Map(repeated);
}

/** Reports whether axes, values, order or number of variants changed: these are saved by a separate request. */
export function shapeChanged(product: Product, { axes, rows }: VariantValues): boolean {
  const shape = (values: VariantValues) =>
    JSON.stringify([values.axes, values.rows.map((row) => [row.id, row.values])]);
  return shape({ axes, rows }) !== shape(variantValuesOf(product));
}

/** Axes and variants to save. */
export const shapeOf = ({ axes, rows }: VariantValues): Omit<VariantsBody, 'version'> => ({
  axes: rows.length === 0 ? [] : axes,
  variants: rows.map(({ id, values, sku, barcode }) => ({
    ...(id === undefined ? { sku, barcode } : { id }),
    attributes: axes.map((name, at) => ({ name, value: values[at] ?? '' })),
  })),
});

/** Changes of existing variants: codes, and whether they are on sale. */
export function variantChanges(
  { variants }: Product,
  { rows }: VariantValues,
): NonNullable<ProductFieldsBody['variants']> {
  const before = new Map(variants.map((variant) => [variant.id, variant]));
  return rows.flatMap(({ id, sku, barcode, isActive }) => {
    const was = id === undefined ? undefined : before.get(id);
    if (was === undefined) return [];
    const same = (was.sku ?? '') === sku && (was.barcode ?? '') === barcode && was.isActive === isActive;
    return same ? [] : [{ id: was.id, sku, barcode, isActive }];
  });
}

/** Rows with the ids that the platform assigned to the new ones. */
export const withIds = ({ axes, rows }: VariantValues, { variants }: Product): VariantValues => ({
  axes,
  rows: rows.map((row, at) => {
    const id = row.id ?? variants[at]?.id;
    return id === undefined ? row : { ...row, id, key: id };
  }),
});
