/** Maximum sizes of the fields of a product; strings in UTF-16 units. */
export const BOUNDS = {
  name: 255,
  description: 65_536,
  shortDescription: 500,
  code: 64,
  tag: 64,
  tags: 250,
  images: 50,
  variantImages: 10,
  imageAlt: 512,
  categories: 50,
  brands: 10,
  shops: 1_000,
  axes: 3,
  axisName: 64,
  axisValue: 255,
  variants: 250,
  /** Of the encoded message: a page of a hundred products of this size still fits into a gRPC message of 32 MiB. */
  messageBytes: 256 * 1024,
} as const;

/** Maximum number of items per call to inventory. */
export const MAX_STOCK_ITEMS_PER_CALL = 500;

/** Units of weight. */
export const WEIGHT_UNITS = ['g', 'kg', 'lb', 'oz'];
/** Maximum weight, in thousandths of the unit. */
export const MAX_WEIGHT_MILLI = 1_000_000_000;
/** 100 %, in hundredths of a percent. */
export const MAX_IVA_RATE_BP = 10_000;

/** Above this many products, one bulk event replaces per-product events (contract, section 8, "Bulk threshold"). */
export const BULK_THRESHOLD = 5_000;
