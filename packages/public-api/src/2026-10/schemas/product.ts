import * as z from 'zod';
import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumKeys, enumNames } from '@commerce/proto/enum.ts';
import { IDS } from '../examples/ids.ts';
import { cursor, limit, optionalId, optionalIds, optionalInstant, optionalText } from '../../params.ts';
import { currency, id, money, timestamp } from './common.ts';

/** Kinds of products (decisions, "Ids, amounts, values"). */
export const PRODUCT_TYPES = enumNames(ProductType);
/** Visibility of a product (decisions, "Ids, amounts, values"). */
export const VISIBILITIES = enumKeys(ProductVisibility);

const cost = money('Cost for the store, null if unknown; only with `read_costs`.').nullable().optional();
const sku = z.string().nullable().describe('SKU (stock keeping unit); not unique.');
const barcode = z.string().nullable().describe('EAN or other barcode.');
const images = z.array(z.string()).describe('URLs of images, the main one first.');

/** Contract, section 2, "Product", Variant. */
export const variantSchema = z
  .strictObject({
    id: id('Id of the variant.'),
    sku,
    barcode,
    name: z.string().describe('Name of the variant.'),
    attributes: z
      .record(z.string(), z.string())
      .describe('Value for each of the product’s variant axes, e.g. `{ "Size": "M" }`.'),
    images,
    price: money('Base price.'),
    compare_at_price: money('Price to show struck through.').nullable(),
    is_active: z.boolean().describe('True if it is for sale.'),
    position: z.int().min(0).describe('Position among the variants, from 0.'),
    cost,
  })
  .describe('Variant of a product.');

const productFields = {
  id: id('Id of the product.'),
  name: z.string().describe('Name of the product.'),
  slug: z.string().describe('Name in URLs.'),
  description: z.string().nullable().describe('Full description.'),
  short_description: z.string().nullable().describe('Short description of one or two lines, for lists.'),
  sku,
  barcode,
  type: z.enum(PRODUCT_TYPES).describe('`variable` has variants, `service` has no stock.'),
  images,
  category_ids: z.array(z.string()).describe('Ids of its categories.'),
  brand_ids: z.array(z.string()).describe('Ids of its brands.'),
  tags: z.array(z.string()).describe('Tags set by the merchant.'),
  shop_ids: z.array(z.string()).describe('Ids of the shops that sell it; empty for all shops.'),
  visibility: z
    .enum(VISIBILITIES)
    .describe('`UNLISTED`: buyers need the URL. `INTERNAL`: not visible to buyers.'),
  is_active: z.boolean().describe('True if it is for sale.'),
  price: money('Base price. See `GET /prices` for the price at a shop.'),
  currency,
  has_variants: z.boolean().describe('True if it has variants.'),
  variant_axes: z.array(z.string()).describe('Names of the attributes that distinguish the variants.'),
  variants: z.array(variantSchema).describe('All variants, active or not.'),
  iva_rate: z.number().describe('IVA (value-added tax) rate in percent, e.g. 21 or 10.5.'),
  weight: z
    .strictObject({
      value: z.number().min(0).describe('Amount in the unit.'),
      unit: z.string().describe('Unit of weight, e.g. `kg`.'),
    })
    .describe('Weight of one unit.'),
  cost,
  created_at: timestamp('Time of creation.'),
  updated_at: timestamp('Time of the last change, including prices.'),
};

/** Contract, section 2, "Product". */
export const productSchema = z
  .strictObject(productFields)
  .describe('Product of the catalog with all its variants.');

/** Product as JSON. */
export type ProductJson = z.output<typeof productSchema>;
/** Variant as JSON. */
export type VariantJson = z.output<typeof variantSchema>;

/** Query of `GET /products` (contract, section 4). */
export const listProductsQuery = z.strictObject({
  updated_since: optionalInstant('Only results changed at or after this time.'),
  sku: optionalText(200, 'Only products with exactly this SKU, on the product or a variant.', 'REM-ALG-M'),
  ids: optionalIds('products', `${IDS.product},${IDS.simpleProduct}`),
  barcode: optionalText(
    200,
    'Only products with exactly this barcode, on the product or a variant.',
    '7790001234567',
  ),
  category: optionalId('Only products of this category.'),
  brand: optionalId('Only products of this brand.'),
  limit: limit(100, 50),
  cursor: cursor(),
});
