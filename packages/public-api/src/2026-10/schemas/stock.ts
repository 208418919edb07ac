import { z } from 'zod';
import { cursor, limit, optionalId, requiredId } from '../../params.ts';
import { id } from './common.ts';

/** Contract, section 2, "Stock row"; `variant_id` is left out for a product without variants (decisions). */
export const stockRowSchema = z
  .strictObject({
    shop_id: id('Id of the shop.'),
    product_id: id('Id of the product.'),
    variant_id: id('Id of the variant; left out for a product without variants.').optional(),
    sku: z.string().nullable().describe('SKU of the variant or product; null when it has none.'),
    on_hand: z.int().describe('Units physically there.'),
    available: z.int().describe('Units that can be sold: on hand less reserved.'),
  })
  .describe('What a shop has of a product or variant.');

/** A stock row as JSON. */
export type StockRowJson = z.output<typeof stockRowSchema>;

/** Query of `GET /stock` (contract, section 4). */
export const listStockQuery = z.strictObject({
  shop: requiredId('The shop whose stock is read.'),
  product: optionalId('Only this product.'),
  limit: limit(100, 50),
  cursor: cursor(),
});
