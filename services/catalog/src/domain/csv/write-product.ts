import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumKey, enumName } from '@commerce/proto/enum.ts';
import type { Product, Variant } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ProductRecord } from '../product.ts';
import { columns, type Column } from './columns.ts';
import { guarded } from '@commerce/texts/formula.ts';
import { linesText, pathText } from './lists.ts';

/** Data that an exported file has besides the product itself. */
export interface ExportContext {
  /** Path of names of a category, from the top level down. */
  pathOf: (categoryId: string) => string[] | undefined;
  brandOf: (brandId: string) => string | undefined;
  /** Quantity on hand by variant id, empty for the product itself; undefined if it is not exported. */
  onHand: (variantId: string) => number | undefined;
  includeCosts: boolean;
}

type Cells = Partial<Record<Column, string>>;

const GRAMS: Record<string, number> = { g: 1, kg: 1_000, lb: 453.592_37, oz: 28.349_523_125 };

/**
 * Rows of a product: one per variant, or per image if there are more. The first row has the fields of the product
 * itself.
 */
export function rowsOfProduct(record: ProductRecord, context: ExportContext): string[][] {
  const { product } = record;
  const ofVariants = product.variants.map((variant, at) => variantCells(product, variant, at, context));
  const items: Cells[] = ofVariants.length > 0 ? ofVariants : [plainCells(product, context)];
  const rows = Array.from({ length: Math.max(items.length, product.images.length, 1) }, (_, at): Cells => ({
    handle: product.slug,
    ...items[at],
    ...imageCells(product, at),
  }));
  Object.assign(rows[0]!, productCells(record, context));
  return rows.map((cells) => columns.map((column) => guarded(cells[column] ?? '')));
}

function imageCells({ images, imageAlts }: Product, at: number): Cells {
  const image = images[at];
  if (image === undefined) return {};
  return { image, imagePosition: String(at + 1), imageAlt: imageAlts?.byUrl[image] ?? '' };
}

function productCells({ product, draft }: ProductRecord, { pathOf, brandOf }: ExportContext): Cells {
  const paths = product.categoryIds.map((id) => pathOf(id) ?? []).filter((path) => path.length > 0);
  const brands = product.brandIds.flatMap((id) => brandOf(id) ?? []);
  return {
    title: product.name,
    description: product.description ?? '',
    shortDescription: product.shortDescription ?? '',
    vendor: brands[0] ?? '',
    brands: linesText(brands),
    category: pathText(paths[0] ?? []),
    categories: linesText(paths.map(pathText)),
    tags: product.tags.join(', '),
    published: String(product.visibility === ProductVisibility.PUBLIC),
    visibility: enumKey(ProductVisibility, product.visibility),
    status: draft ? 'draft' : product.isActive ? 'active' : 'archived',
    active: String(product.isActive),
    kind: enumName(ProductType, product.type),
    giftCard: 'false',
    iva: String(product.ivaRateBp / 100),
    weight: `${product.weightMilli / 1_000} ${product.weightUnit}`,
    ...(product.variants.length > 0 && {
      productSku: product.sku ?? '',
      productBarcode: product.barcode ?? '',
    }),
  };
}

function variantCells(product: Product, variant: Variant, at: number, context: ExportContext): Cells {
  const [first, second, third] = variant.attributes;
  const names = at > 0 ? {} : namesOf(product.variantAxes);
  return {
    ...names,
    option1Value: first?.value ?? '',
    option2Value: second?.value ?? '',
    option3Value: third?.value ?? '',
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    variantImage: variant.images[0] ?? '',
    variantImages: linesText(variant.images),
    variantName: variant.name,
    variantActive: String(variant.isActive),
    ...saleCells(product, variant, context.onHand(variant.id), context.includeCosts),
  };
}

const namesOf = ([first = '', second = '', third = '']: string[]): Cells => ({
  option1Name: first,
  option2Name: second,
  option3Name: third,
});

function plainCells(product: Product, { onHand, includeCosts }: ExportContext): Cells {
  return {
    option1Name: 'Title',
    option1Value: 'Default Title',
    sku: product.sku ?? '',
    barcode: product.barcode ?? '',
    ...saleCells(product, product, onHand(''), includeCosts),
  };
}

function saleCells(
  { weightMilli, weightUnit, ivaRateBp, type }: Product,
  {
    priceCentavos,
    compareAtPriceCentavos,
    costCentavos,
  }: Pick<Product, 'priceCentavos' | 'compareAtPriceCentavos' | 'costCentavos'>,
  onHand: number | undefined,
  includeCosts: boolean,
): Cells {
  return {
    grams: String(Math.round((weightMilli * GRAMS[weightUnit]!) / 1_000)),
    weightUnit,
    tracker: onHand === undefined ? '' : 'shopify',
    quantity: onHand === undefined ? '' : String(onHand),
    policy: 'deny',
    fulfillment: 'manual',
    // A price of 0 means that the product has no price yet.
    price: priceCentavos === 0 ? '' : amountText(priceCentavos),
    compareAt: compareAtPriceCentavos === undefined ? '' : amountText(compareAtPriceCentavos),
    cost: includeCosts && costCentavos !== undefined ? amountText(costCentavos) : '',
    requiresShipping: String(type !== ProductType.SERVICE),
    taxable: String(ivaRateBp > 0),
  };
}

/** Formats an amount in pesos with two decimals. */
const amountText = (centavos: number): string =>
  `${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`;
