import type { PricesBody } from '@commerce/console-api/routes/prices.ts';
import type {
  NewProductBody,
  ProductFieldsBody,
  VariantsBody,
} from '@commerce/console-api/routes/products.ts';
import type { StockCount } from '@commerce/console-api/routes/stock.ts';
import { same } from '../../../../lib/compare.ts';
import { listsByVariant } from '../images-value.ts';
import { NO_AMOUNTS, OWN, shopAndRow, stockKey, type Amounts } from './amounts.ts';
import { usedOptions, type VariantRow } from './options.ts';
import { valuesOf, type Loaded, type Product, type ProductValues } from './values.ts';

/** Reports whether options, values, order or number of variants changed. */
export function shapeChanged(base: Loaded, values: ProductValues): boolean {
  return !same(shape(values), shape(valuesOf(base)));
}

function shape(values: Pick<ProductValues, 'axes' | 'rows'>) {
  const { axes, rows } = usedOptions(values);
  return [axes, rows.map((row) => [row.id, row.values])];
}

/** Options and variants to save. */
export function shapeOf(values: ProductValues): Omit<VariantsBody, 'version'> {
  const { axes, rows } = usedOptions(values);
  return {
    axes: rows.length === 0 ? [] : axes,
    variants: rows.map((row) => ({
      ...(row.id === undefined ? { sku: row.sku, barcode: row.barcode } : { id: row.id }),
      attributes: attributesOf(axes, row),
    })),
  };
}

/** Fields that are sent as they are. */
function plainFields(values: ProductValues) {
  const { name, description, shortDescription, sku, barcode, images, isActive, ivaRateBp, weight } = values;
  const { categoryIds, brandIds, tags, shopIds } = values;
  return {
    name,
    description,
    shortDescription,
    sku,
    barcode,
    images,
    isActive,
    ivaRateBp,
    weight,
    categoryIds,
    brandIds,
    tags,
    shopIds,
  };
}

const attributesOf = (axes: string[], { values }: VariantRow) =>
  axes.map((name, at) => ({ name, value: values[at] ?? '' }));

/** A product to create. */
export function newProductOf(values: ProductValues): NewProductBody {
  const { axes, rows } = usedOptions(values);
  return {
    ...plainFields(values),
    ...(values.isService && rows.length === 0 ? { type: 'service' as const } : {}),
    axes: rows.length === 0 ? [] : axes,
    variants: rows.map((row) => ({
      attributes: attributesOf(axes, row),
      sku: row.sku,
      barcode: row.barcode,
      isActive: row.isActive,
      images: values.variantImages[row.key] ?? [],
    })),
  };
}

/** Values with the ids that the platform assigned to new variants. */
export function withIds(values: ProductValues, { variants }: Product): ProductValues {
  const ids = new Map(values.rows.map(({ key, id }, at) => [key, id ?? variants[at]?.id ?? key]));
  const idOf = (key: string) => ids.get(key) ?? key;
  return {
    ...values,
    rows: values.rows.map((row) => ({ ...row, key: idOf(row.key), id: idOf(row.key) })),
    amounts: renamed(values.amounts, idOf),
    variantImages: listsByVariant(Object.entries(renamed(values.variantImages, idOf))),
    stock: renamed(values.stock, (key) => {
      const [shopId, row] = shopAndRow(key);
      return stockKey(shopId, idOf(row));
    }),
  };
}

const renamed = <T>(record: Record<string, T>, rename: (key: string) => string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [rename(key), value]));

/** Changed amounts; undefined for none. A price that was cleared stays: an existing one cannot be removed. */
export function priceChanges(base: Loaded, { rows, amounts }: ProductValues): PricesBody | undefined {
  const before = valuesOf(base).amounts;
  const changed = (key: string) => {
    const was = before[key] ?? NO_AMOUNTS;
    const entries = Object.entries(amounts[key] ?? NO_AMOUNTS).filter(
      ([name, value]) =>
        value !== was[name as keyof Amounts] && !(name === 'priceCentavos' && value === null),
    );
    return Object.fromEntries(entries) as Omit<PricesBody, 'variants'>;
  };
  const own = rows.length === 0 ? changed(OWN) : {};
  const variants = rows.flatMap(({ key, id = key }) => {
    const change = changed(key);
    return Object.keys(change).length === 0 ? [] : [{ id, ...change }];
  });
  if (Object.keys(own).length + variants.length === 0) return undefined;
  const { version } = base.amounts;
  return { ...own, variants, ...(version === null ? {} : { expectedVersion: version }) };
}

/** A count to set. */
export type CountChange = Omit<StockCount, 'reserved'> & { expectedOnHand: number };

/** Changed counts. */
export function stockChanges(base: Loaded, { rows, stock, isService }: ProductValues): CountChange[] {
  if (isService && rows.length === 0) return [];
  const before = valuesOf(base).stock;
  const keys = new Map(rows.length === 0 ? [[OWN, null]] : rows.map(({ key, id = key }) => [key, id]));
  return Object.entries(stock).flatMap(([key, onHand]) => {
    const [shopId, row] = shopAndRow(key);
    const variantId = keys.get(row);
    const expectedOnHand = before[key] ?? 0;
    if (variantId === undefined || onHand === expectedOnHand) return [];
    return [{ shopId, productId: base.product.id, variantId, onHand, expectedOnHand }];
  });
}

type Body = Omit<ProductFieldsBody, 'version'>;

/** Changed fields of the product and its variants, except those above; undefined for none. */
export function detailChanges(base: Loaded, values: ProductValues): Body | undefined {
  const before = detailsOf(base, valuesOf(base));
  const changed = Object.entries(detailsOf(base, values)).filter(
    ([name, value]) => !same(value, before[name as keyof Body]),
  );
  const variants = variantChanges(base.product, values);
  const publishes = base.isDraft && values.visibility !== 'DRAFT';
  const body: Body = {
    ...(Object.fromEntries(changed) as Body),
    ...(variants.length > 0 && { variants }),
    ...(publishes && { visibility: values.visibility as Body['visibility'], publish: true }),
  };
  return Object.keys(body).length === 0 ? undefined : body;
}

function detailsOf({ product }: Loaded, values: ProductValues): Body {
  const { slug, visibility, isService, imageAlts } = values;
  return {
    ...plainFields(values),
    slug: slug === '' ? product.slug : slug,
    ...(visibility !== 'DRAFT' && { visibility }),
    imageAlts: Object.entries(imageAlts)
      .map(([url, alt]) => ({ url, alt: alt.trim() }))
      .filter(({ alt }) => alt !== '')
      .toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    ...(product.type === 'variable' ? {} : { type: isService ? ('service' as const) : ('simple' as const) }),
  };
}

function variantChanges({ variants }: Product, { rows, variantImages }: ProductValues) {
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return variants.flatMap((variant) => {
    const row = rowById.get(variant.id);
    if (row === undefined) return [];
    const { sku, barcode, isActive } = row;
    const images = variantImages[row.key] ?? [];
    const changes = {
      ...(sku !== (variant.sku ?? '') && { sku }),
      ...(barcode !== (variant.barcode ?? '') && { barcode }),
      ...(isActive !== variant.isActive && { isActive }),
      ...(!same(images, variant.images) && { images }),
    };
    return Object.keys(changes).length === 0 ? [] : [{ id: variant.id, ...changes }];
  });
}
