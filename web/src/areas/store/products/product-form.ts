import type { EditedProduct } from '@commerce/console-api/routes/product-messages.ts';
import { VISIBILITIES, WEIGHT_UNITS, type ProductFieldsBody } from '@commerce/console-api/routes/products.ts';
import { listsByVariant, type ImagesValue } from './images-value.ts';

export type Product = EditedProduct['product'];

/** Writable fields of a product, without the version. */
type Body = Omit<ProductFieldsBody, 'version'>;

/** Form values of a product. */
export interface ProductValues extends ImagesValue {
  name: string;
  slug: string;
  description: string;
  shortDescription: string;
  sku: string;
  barcode: string;
  categoryIds: string[];
  brandIds: string[];
  tags: string[];
  shopIds: string[];
  visibility: (typeof VISIBILITIES)[number];
  isActive: boolean;
  isService: boolean;
  ivaRateBp: number;
  weight: { milli: number; unit: (typeof WEIGHT_UNITS)[number] };
}

/** Initial form values of a product. */
export function valuesOf(product: Product): ProductValues {
  const { name, slug, images, categoryIds, brandIds, tags, shopIds, isActive } = product;
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
    visibility: VISIBILITIES.find((one) => one === product.visibility) ?? 'INTERNAL',
    isService: product.type === 'service',
    ivaRateBp: product.ivaRateBp,
    weight: {
      milli: product.weightMilli,
      unit: WEIGHT_UNITS.find((one) => one === product.weightUnit) ?? 'kg',
    },
  };
}

/** Fields changed in the form; others may be changed concurrently and keep the values saved there. */
export function changesOf(product: Product, values: ProductValues): Body {
  const before = bodyOf(product, valuesOf(product));
  const after = bodyOf(product, values);
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]),
  );
  return Object.fromEntries(changed);
}

function bodyOf(
  { type, variants }: Product,
  { isService, imageAlts, variantImages, ...values }: ProductValues,
): Body {
  return {
    ...values,
    imageAlts: Object.entries(imageAlts)
      .map(([url, alt]) => ({ url, alt: alt.trim() }))
      .filter(({ alt }) => alt !== '')
      .toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    variants: variants.map(({ id }) => ({ id, images: variantImages[id] ?? [] })),
    ...(type === 'variable' ? {} : { type: isService ? ('service' as const) : ('simple' as const) }),
  };
}
