import * as z from 'zod';
import { cursor, ID_MAX_LENGTH, isObject, limit, line, optionalId, requiredId, text } from '../../params.ts';
import { problemSchema } from '../../problem.ts';
import { IDS } from '../examples/ids.ts';
import { id } from './common.ts';

/** Contract, section 2, "Stock row"; `variant_id` is omitted for a product without variants (decisions). */
export const stockRowSchema = z
  .strictObject({
    shop_id: id('Id of the shop.'),
    product_id: id('Id of the product.'),
    variant_id: id('Id of the variant; omitted for a product without variants.').optional(),
    sku: z.string().nullable().describe('SKU of the variant or product; null without one.'),
    on_hand: z.int().describe('Units on hand.'),
    available: z.int().describe('Units that can be sold: on hand minus reserved.'),
  })
  .describe('Stock of a product or variant at a shop.');

/** Stock row as JSON. */
export type StockRowJson = z.output<typeof stockRowSchema>;

/** Query of `GET /stock` (contract, section 4). */
export const listStockQuery = z.strictObject({
  shop: requiredId('Shop whose stock is returned.'),
  product: optionalId('Only this product.'),
  limit: limit(100, 50),
  cursor: cursor(),
});

/** Maximum units of an adjustment or a count. */
const MAX_UNITS = 1_000_000_000;

/** Body of `POST /stock/adjustments` (contract, section 4). The service checks whether shop, product and variant exist. */
export const adjustStockBody = z
  .strictObject({
    shop: text(1, ID_MAX_LENGTH).describe('Shop whose stock is changed.'),
    product: text(1, ID_MAX_LENGTH).describe('Product; products of type `service` have no stock.'),
    variant: text(1, ID_MAX_LENGTH)
      .optional()
      .describe('Variant; required if the product has variants, otherwise rejected.'),
    delta: z
      .int()
      .min(-MAX_UNITS)
      .max(MAX_UNITS)
      .refine((units) => units !== 0, 'Must not be 0.')
      .meta({ not: { const: 0 } })
      .optional()
      .describe('Units to add, or to remove if negative; not 0. Either this or `set`.'),
    set: z
      .int()
      .min(0)
      .max(MAX_UNITS)
      .optional()
      .describe('New number of units on hand. Either this or `delta`.'),
    reason: line(1, 200).optional().describe('Reason, shown to the merchant.'),
  })
  .refine((body) => body.delta !== undefined || body.set !== undefined, {
    path: ['delta'],
    message: 'Requires `delta` or `set`.',
    params: { reason: 'missing' },
    when: isObject,
  })
  .refine((body) => body.delta === undefined || body.set === undefined, {
    path: ['set'],
    message: 'Must contain either `delta` or `set`, not both.',
    when: isObject,
  })
  .meta({
    description: 'Change of the stock on hand: exactly one of `delta` and `set`.',
    allOf: [{ oneOf: [{ required: ['delta'] }, { required: ['set'] }] }],
    examples: [{ shop: IDS.shop, product: IDS.simpleProduct, delta: -2, reason: 'Breakage' }],
  });

/** Body of `POST /stock/adjustments/batch` (decisions, "Additions to the contract"). */
export const batchAdjustStockBody = z
  .strictObject({
    adjustments: z
      .array(adjustStockBody)
      .min(1)
      .max(100)
      .describe('Adjustments of one shop or several; those of the same item take effect in this order.'),
  })
  .meta({
    examples: [
      {
        adjustments: [
          { shop: IDS.shop, product: IDS.product, variant: IDS.variant, set: 12 },
          { shop: IDS.shop, product: IDS.simpleProduct, delta: 5 },
        ],
      },
    ],
  });

/** Outcome of one adjustment of a batch. */
export const stockAdjustmentOutcomeSchema = z
  .union([
    z.strictObject({ status: z.literal(200), data: stockRowSchema }),
    z.strictObject({
      status: z.int().describe('HTTP status that the adjustment would have had alone.'),
      problem: problemSchema,
    }),
  ])
  .describe(
    'Outcome of one adjustment: the changed row, or the problem of an adjustment that had no effect.',
  );
