import type { StockCount } from '@commerce/console-api/routes/stock.ts';
import type { EditedProduct } from '@commerce/console-api/routes/product-messages.ts';
import { VISIBILITIES, WEIGHT_UNITS } from '@commerce/console-api/routes/products.ts';
import { listsByVariant, type ImagesValue } from '../images-value.ts';
import { NO_AMOUNTS, OWN, stockKey, type Amounts } from './amounts.ts';
import type { Variants } from './options.ts';

export type Product = EditedProduct['product'];

/** Product as the editor reads it; undefined parts of a new one have their defaults. */
export interface Loaded extends EditedProduct {
  stock: StockCount[];
}

/** Form values of a product. */
export interface ProductValues extends ImagesValue, Variants {
  name: string;
  /** Empty: chosen by the platform. */
  slug: string;
  description: string;
  shortDescription: string;
  sku: string;
  barcode: string;
  categoryIds: string[];
  brandIds: string[];
  tags: string[];
  shopIds: string[];
  visibility: 'DRAFT' | (typeof VISIBILITIES)[number];
  isActive: boolean;
  isService: boolean;
  ivaRateBp: number;
  weight: { milli: number; unit: (typeof WEIGHT_UNITS)[number] };
  /** Units on hand, by `stockKey`. */
  stock: Record<string, number>;
}

/** Keys of the saved counts, which can be changed and not removed. */
export const countedOf = ({ stock }: Loaded): ReadonlySet<string> =>
  new Set(stock.map(({ shopId, variantId }) => stockKey(shopId, variantId ?? OWN)));

/** Changes the values as they are by then. */
export type ChangeValues = (change: (values: ProductValues) => ProductValues) => void;

/** A product that does not exist yet. */
export const NEW_PRODUCT: Loaded = {
  product: {
    id: '',
    name: '',
    slug: '',
    type: 'simple',
    images: [],
    categoryIds: [],
    brandIds: [],
    tags: [],
    shopIds: [],
    visibility: 'PUBLIC',
    isActive: true,
    priceCentavos: 0,
    variantAxes: [],
    variants: [],
    ivaRateBp: 2_100,
    weightMilli: 0,
    weightUnit: 'kg',
    createdAt: '',
    updatedAt: '',
  },
  isDraft: false,
  amounts: { version: null, priceCentavos: 0, compareAtCentavos: null, costCentavos: null, variants: [] },
  stock: [],
};

/** Values that a product has, as the form shows them. */
export function valuesOf({ product, isDraft, amounts, stock }: Loaded): ProductValues {
  const { name, slug, images, categoryIds, brandIds, tags, shopIds, isActive, variantAxes } = product;
  return {
    name,
    slug,
    images,
    imageAlts: product.imageAlts?.byUrl ?? {},
    variantImages: listsByVariant(product.variants.map(({ id, images: urls }) => [id, urls])),
    categoryIds,
    brandIds,
    tags,
    shopIds,
    isActive,
    description: product.description ?? '',
    shortDescription: product.shortDescription ?? '',
    sku: product.sku ?? '',
    barcode: product.barcode ?? '',
    visibility: isDraft ? 'DRAFT' : (VISIBILITIES.find((one) => one === product.visibility) ?? 'INTERNAL'),
    isService: product.type === 'service',
    ivaRateBp: product.ivaRateBp,
    weight: {
      milli: product.weightMilli,
      unit: WEIGHT_UNITS.find((one) => one === product.weightUnit) ?? 'kg',
    },
    axes: variantAxes,
    rows: product.variants.map(({ id, attributes, sku, barcode, isActive: onSale }) => ({
      key: id,
      id,
      values: variantAxes.map(
        (axis) => attributes.find(({ name: axisName }) => axisName === axis)?.value ?? '',
      ),
      sku: sku ?? '',
      barcode: barcode ?? '',
      isActive: onSale,
    })),
    amounts: amountsByKey(product, amounts),
    stock: Object.fromEntries(
      stock.map(({ shopId, variantId, onHand }) => [stockKey(shopId, variantId ?? OWN), onHand]),
    ),
  };
}

function amountsByKey({ variants }: Product, amounts: EditedProduct['amounts']): Record<string, Amounts> {
  const priced = new Map(amounts.variants.map((each) => [each.variantId, each]));
  const ofVariants = variants.map(({ id }): [string, Amounts] => {
    const found = priced.get(id);
    if (found === undefined) return [id, NO_AMOUNTS];
    return [id, amountsOf({ ...found, compareAtCentavos: found.compareAtPriceCentavos })];
  });
  return { [OWN]: amountsOf(amounts), ...Object.fromEntries(ofVariants) };
}

/** A price of zero means none. */
const amountsOf = (amounts: {
  priceCentavos: number;
  compareAtCentavos?: number | null | undefined;
  costCentavos?: number | null | undefined;
}): Amounts => ({
  priceCentavos: amounts.priceCentavos || null,
  compareAtCentavos: amounts.compareAtCentavos ?? null,
  costCentavos: amounts.costCentavos ?? null,
});

/** Reports whether buyers see a product. */
export const isVisible = ({ visibility, isActive }: { visibility: string; isActive: boolean }): boolean =>
  isActive && visibility !== 'INTERNAL' && visibility !== 'DRAFT';

/** Reports whether something on sale has no price: the product, or one of its active variants. */
export const lacksPrice = ({ rows, amounts }: Variants): boolean =>
  rows.length === 0
    ? (amounts[OWN] ?? NO_AMOUNTS).priceCentavos === null
    : rows.some(({ key, isActive }) => isActive && (amounts[key] ?? NO_AMOUNTS).priceCentavos === null);
