import { z } from 'zod';
import { cursor, limit, optionalId, optionalInstant, optionalText } from '../../params.ts';
import { currency, id, money, timestamp } from './common.ts';

/** Kinds of products (decisions, "Ids, amounts, values"). */
export const PRODUCT_TYPES = ['simple', 'variable', 'service'] as const;
/** Who can see a product (decisions, "Ids, amounts, values"). */
export const VISIBILITIES = ['PUBLIC', 'UNLISTED', 'INTERNAL'] as const;

const cost = money('What it costs the store, null when unknown; there only with `read_costs`.')
  .nullable()
  .optional();
const sku = z.string().nullable().describe('Stock keeping unit; not unique.');
const barcode = z.string().nullable().describe('EAN or other barcode.');
const images = z.array(z.string()).describe('URLs of pictures, the main one first.');

/** Contract, section 2, "Product", Variant. */
export const variantSchema = z
  .strictObject({
    id: id('Id of the variant.'),
    sku,
    barcode,
    name: z.string().describe('Name of the variant.'),
    attributes: z
      .record(z.string(), z.string())
      .describe('Its value on each of the axes of the product, e.g. `{ "Size": "M" }`.'),
    images,
    price: money('Base price.'),
    compare_at_price: money('The price to show struck through.').nullable(),
    is_active: z.boolean().describe('Whether it is for sale.'),
    position: z.int().min(0).describe('Place among the variants, from 0.'),
    cost,
  })
  .describe('One of the forms in which a product is sold.');

const productFields = {
  id: id('Id of the product.'),
  name: z.string().describe('Name of the product.'),
  slug: z.string().describe('The name as used in URLs.'),
  description: z.string().nullable().describe('Full description.'),
  short_description: z.string().nullable().describe('One or two lines, for lists.'),
  sku,
  barcode,
  type: z.enum(PRODUCT_TYPES).describe('`variable` has variants, `service` has no stock.'),
  images,
  category_ids: z.array(z.string()).describe('Its categories.'),
  brand_ids: z.array(z.string()).describe('Its brands.'),
  tags: z.array(z.string()).describe('Free labels of the merchant.'),
  shop_ids: z.array(z.string()).describe('The shops that sell it; an empty list means every shop.'),
  visibility: z
    .enum(VISIBILITIES)
    .describe('`UNLISTED` is reached by its address only, `INTERNAL` not by buyers at all.'),
  is_active: z.boolean().describe('Whether it is for sale.'),
  price: money('Base price. What a buyer pays at a shop: `GET /prices`.'),
  currency,
  has_variants: z.boolean().describe('Whether `variants` has any.'),
  variant_axes: z.array(z.string()).describe('Names of the attributes that tell the variants apart.'),
  variants: z.array(variantSchema).describe('All its variants, active or not.'),
  iva_rate: z.number().describe('Rate of IVA (value added tax) in percent, e.g. 21 or 10.5.'),
  weight: z
    .strictObject({
      value: z.number().min(0).describe('How many of the unit.'),
      unit: z.string().describe('Unit of weight, e.g. `kg`.'),
    })
    .describe('What one unit weighs.'),
  cost,
  created_at: timestamp('When it was created.'),
  updated_at: timestamp('When it was last changed, prices included.'),
};

/** Contract, section 2, "Product". */
export const productSchema = z
  .strictObject(productFields)
  .describe('A product of the catalogue with all its variants.');

/** A product as JSON. */
export type ProductJson = z.output<typeof productSchema>;
/** A variant as JSON. */
export type VariantJson = z.output<typeof variantSchema>;

/** Query of `GET /products` (contract, section 4). */
export const listProductsQuery = z.strictObject({
  updated_since: optionalInstant('Only what was changed at this moment or later.'),
  sku: optionalText(
    200,
    'Only products that have this SKU themselves or on a variant, exactly.',
    'REM-ALG-M',
  ),
  category: optionalId('Only products of this category.'),
  brand: optionalId('Only products of this brand.'),
  limit: limit(100, 50),
  cursor: cursor(),
});
