import { z } from 'zod';
import { cursor, ID_MAX_LENGTH, isObject, limit, line, optionalId, requiredId, text } from '../../params.ts';
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

/** Most units of an adjustment or a count. */
const MAX_UNITS = 1_000_000_000;

/** Body of `POST /stock/adjustments` (contract, section 4). Shop, product and variant are ids: whether they exist is for the service. */
export const adjustStockBody = z
  .strictObject({
    shop: text(1, ID_MAX_LENGTH).describe('The shop whose stock is changed.'),
    product: text(1, ID_MAX_LENGTH).describe('The product; one of type `service` has no stock.'),
    variant: text(1, ID_MAX_LENGTH)
      .optional()
      .describe('The variant: required when the product has variants, refused when it has none.'),
    delta: z
      .int()
      .min(-MAX_UNITS)
      .max(MAX_UNITS)
      .refine((units) => units !== 0, 'Must not be 0.')
      .optional()
      .describe('Units to add, or, below 0, to take; not 0. Either this or `set`.'),
    set: z
      .int()
      .min(0)
      .max(MAX_UNITS)
      .optional()
      .describe('Units that are there, whatever was there before. Either this or `delta`.'),
    reason: line(1, 200).optional().describe('Why, for the merchant to read.'),
  })
  .refine((body) => body.delta !== undefined || body.set !== undefined, {
    path: ['delta'],
    message: 'Give `delta` or `set`.',
    params: { reason: 'missing' },
    when: isObject,
  })
  .refine((body) => body.delta === undefined || body.set === undefined, {
    path: ['set'],
    message: 'Give either `delta` or `set`, not both.',
    when: isObject,
  })
  .meta({
    description: 'A change of what a shop has on hand: exactly one of `delta` and `set`.',
    allOf: [{ oneOf: [{ required: ['delta'] }, { required: ['set'] }] }],
  });
