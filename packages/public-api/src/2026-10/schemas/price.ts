import { z } from 'zod';
import { cursor, limit, optionalId, requiredId } from '../../params.ts';
import { currency, id, money } from './common.ts';

/** Where a resolved price comes from (decisions, "Ids, amounts, values"). */
export const PRICE_SOURCES = ['base', 'price_list', 'promotion'] as const;

const price = money('What a buyer pays.');
const original_price = money('The price before promotions.');
const source = z.enum(PRICE_SOURCES).describe('What decided the price.');

/** Contract, section 2, "Resolved price row". */
export const resolvedPriceSchema = z
  .strictObject({
    product_id: id('Id of the product.'),
    shop_id: id('Id of the shop where this price is valid.'),
    price_list_id: z.string().nullable().describe('The list applied; null where none is.'),
    price,
    original_price,
    source,
    currency,
    variants: z
      .array(z.strictObject({ variant_id: id('Id of the variant.'), price, original_price, source }))
      .describe('The price of each variant; empty for a product without variants.'),
  })
  .describe('What a product costs a buyer at a shop, now.');

/** A resolved price row as JSON. */
export type ResolvedPriceJson = z.output<typeof resolvedPriceSchema>;

/** Query of `GET /prices` (contract, section 4). */
export const listPricesQuery = z.strictObject({
  shop: requiredId('The shop to price at.'),
  price_list: optionalId('The price list to apply instead of the default one of the shop.'),
  product: optionalId('Only this product.'),
  limit: limit(25, 25),
  cursor: cursor(),
});
