import type { Product, Variant } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ProductRecord } from '../product.ts';
import { columns, type Column } from './columns.ts';
import { guarded } from './formula.ts';
import { linesText, pathText } from './lists.ts';

/** What a file tells of a product beside the product itself. */
export interface WrittenContext {
  /** The names of a category and of those above it, by its id. */
  pathOf: (categoryId: string) => string[] | undefined;
  brandOf: (brandId: string) => string | undefined;
  /** What the shop has on hand, by the variant's id, empty for the product; undefined where that is not told. */
  onHand: (variantId: string) => number | undefined;
  includeCosts: boolean;
}

type Cells = Partial<Record<Column, string>>;

const GRAMS: Record<string, number> = { g: 1, kg: 1_000, lb: 453.592_37, oz: 28.349_523_125 };

/** The rows of a product, the first with all that they share: one for each variant, more when it has more images than variants. */
export function rowsOfProduct(record: ProductRecord, context: WrittenContext): string[][] {
  const { product } = record;
  const ofVariants = product.variants.map((variant, at) => variantCells(product, variant, at, context));
  const items: Cells[] = ofVariants.length > 0 ? ofVariants : [plainCells(product, context)];
  const rows = Array.from({ length: Math.max(items.length, product.images.length, 1) }, (_, at): Cells => ({
    handle: product.slug,
    ...items[at],
    ...(product.images[at] !== undefined && { image: product.images[at], imagePosition: String(at + 1) }),
  }));
  Object.assign(rows[0]!, productCells(record, context));
  return rows.map((cells) => columns.map((column) => guarded(cells[column] ?? '')));
}

function productCells({ product, draft }: ProductRecord, { pathOf, brandOf }: WrittenContext): Cells {
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
    published: String(product.visibility === 'PUBLIC'),
    visibility: product.visibility,
    status: draft ? 'draft' : product.isActive ? 'active' : 'archived',
    active: String(product.isActive),
    kind: product.type,
    giftCard: 'false',
    iva: String(product.ivaRateBp / 100),
    weight: `${product.weightMilli / 1_000} ${product.weightUnit}`,
    ...(product.variants.length > 0 && {
      productSku: product.sku ?? '',
      productBarcode: product.barcode ?? '',
    }),
  };
}

function variantCells(product: Product, variant: Variant, at: number, context: WrittenContext): Cells {
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

function plainCells(product: Product, { onHand, includeCosts }: WrittenContext): Cells {
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
    // Without a price yet.
    price: priceCentavos === 0 ? '' : amountText(priceCentavos),
    compareAt: compareAtPriceCentavos === undefined ? '' : amountText(compareAtPriceCentavos),
    cost: includeCosts && costCentavos !== undefined ? amountText(costCentavos) : '',
    requiresShipping: String(type !== 'service'),
    taxable: String(ivaRateBp > 0),
  };
}

/** Pesos with two decimals. */
const amountText = (centavos: number): string =>
  `${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`;
