/**
 * Supported columns of Shopify's product files. The first heading is written; the others, in lower case, are also
 * read, from older and newer files. Fields that Shopify does not have are metafields of this platform.
 */
const COLUMNS = {
  handle: ['Handle', 'url handle'],
  title: ['Title'],
  description: ['Body (HTML)', 'body html', 'description'],
  vendor: ['Vendor'],
  category: ['Product Category', 'standardized product type'],
  type: ['Type', 'custom product type'],
  tags: ['Tags'],
  published: ['Published', 'published on online store'],
  option1Name: ['Option1 Name'],
  option1Value: ['Option1 Value'],
  option2Name: ['Option2 Name'],
  option2Value: ['Option2 Value'],
  option3Name: ['Option3 Name'],
  option3Value: ['Option3 Value'],
  sku: ['Variant SKU', 'sku'],
  grams: ['Variant Grams', 'weight value (grams)'],
  tracker: ['Variant Inventory Tracker', 'inventory tracker'],
  quantity: ['Variant Inventory Qty', 'inventory quantity'],
  policy: ['Variant Inventory Policy', 'continue selling when out of stock'],
  fulfillment: ['Variant Fulfillment Service', 'fulfillment service'],
  price: ['Variant Price', 'price'],
  compareAt: ['Variant Compare At Price', 'compare-at price', 'compare at price'],
  requiresShipping: ['Variant Requires Shipping', 'requires shipping'],
  taxable: ['Variant Taxable', 'charge tax'],
  barcode: ['Variant Barcode', 'barcode'],
  image: ['Image Src', 'product image url'],
  imagePosition: ['Image Position'],
  imageAlt: ['Image Alt Text'],
  giftCard: ['Gift Card'],
  variantImage: ['Variant Image', 'variant image url'],
  weightUnit: ['Variant Weight Unit', 'weight unit for display'],
  cost: ['Cost per item'],
  status: ['Status'],
  shortDescription: ['Short description (product.metafields.commerce.short_description)'],
  categories: ['Categories (product.metafields.commerce.categories)'],
  brands: ['Brands (product.metafields.commerce.brands)'],
  kind: ['Kind (product.metafields.commerce.kind)'],
  active: ['Active (product.metafields.commerce.active)'],
  visibility: ['Visibility (product.metafields.commerce.visibility)'],
  iva: ['IVA (product.metafields.commerce.iva)'],
  weight: ['Weight (product.metafields.commerce.weight)'],
  productSku: ['Product SKU (product.metafields.commerce.sku)'],
  productBarcode: ['Product barcode (product.metafields.commerce.barcode)'],
  variantName: ['Variant name (variant.metafields.commerce.name)'],
  variantActive: ['Variant active (variant.metafields.commerce.active)'],
  variantImages: ['Variant images (variant.metafields.commerce.images)'],
} satisfies Record<string, [string, ...string[]]>;

export type Column = keyof typeof COLUMNS;

/** All columns, in the order of exported files. */
export const columns = Object.keys(COLUMNS) as Column[];

/** Heading of a column in exported files. */
export const headingOf = (column: Column): string => COLUMNS[column][0];

const BY_HEADING = new Map(
  columns.flatMap((column) => COLUMNS[column].map((heading) => [heading.toLowerCase(), column] as const)),
);

/** Columns of a file by its headings; undefined for an unsupported one. */
export const columnsOf = (headings: string[]): (Column | undefined)[] =>
  headings.map((heading) => BY_HEADING.get(heading.trim().toLowerCase().replaceAll(/\s+/g, ' ')));
