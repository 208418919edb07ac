import * as z from 'zod';
import { isId, NO_SUCH_VARIANT } from '@commerce/texts/ids.ts';
import { cursor, distinctById, isObject, limit, optionalId, requiredId } from '../../params.ts';
import { IDS } from '../examples/ids.ts';
import { currency, hasAtMostTwoDecimals, id, money } from './common.ts';

/** Source of a resolved price (decisions, "Ids, amounts, values"). */
export const PRICE_SOURCES = ['base', 'price_list', 'promotion'] as const;

const price = money('Price that the buyer pays.');
const original_price = money('Price before promotions.');
const source = z.enum(PRICE_SOURCES).describe('Source of the price.');

/** Contract, section 2, "Resolved price row". */
export const resolvedPriceSchema = z
  .strictObject({
    product_id: id('Id of the product.'),
    shop_id: id('Id of the shop where the price is valid.'),
    price_list_id: z.string().nullable().describe('Id of the applied price list; null without one.'),
    price,
    original_price,
    source,
    currency,
    variants: z
      .array(z.strictObject({ variant_id: id('Id of the variant.'), price, original_price, source }))
      .describe('Prices of the variants; empty for a product without variants.'),
  })
  .describe('Current price of a product at a shop.');

/** Resolved price row as JSON. */
export type ResolvedPriceJson = z.output<typeof resolvedPriceSchema>;

/** Query of `GET /prices` (contract, section 4). */
export const listPricesQuery = z.strictObject({
  shop: requiredId('Shop to resolve prices for.'),
  price_list: optionalId('Price list to apply instead of the default list of the shop.'),
  product: optionalId('Only this product.'),
  limit: limit(25, 25),
  cursor: cursor(),
});

/** Maximum amount in pesos (decisions, "Ids, amounts, values"). */
const MAX_AMOUNT = 1e12;
/** Maximum number of variants of a product (decisions, "Ids, amounts, values"). */
const MAX_VARIANTS = 250;

const newPrice = (description: string) =>
  z
    .number()
    .gt(0)
    .max(MAX_AMOUNT)
    .refine(hasAtMostTwoDecimals, 'Must have at most two decimals.')
    .describe(description);

const newVariantPrice = z
  .strictObject({
    id: z
      .string()
      .refine((variantId) => isId('var', variantId), NO_SUCH_VARIANT)
      .describe('Id of a variant of the product.'),
    price: newPrice('New price.'),
  })
  .describe('New price of a variant.');

/** Body of `PUT /prices/:productId` (contract, section 4). */
export const setPricesBody = z
  .strictObject({
    price: newPrice(
      'New price of a product without variants. The price of a product with variants derives from its variants.',
    ).optional(),
    variants: distinctById(newVariantPrice, MAX_VARIANTS)
      .min(1)
      .describe('New prices of variants; omitted variants keep their prices.')
      .optional(),
    expected: z
      .strictObject({ price: money('Expected current price of the product.').max(MAX_AMOUNT) })
      .describe(
        'Makes the write conditional: if the current price differs, nothing changes and the response is 409.',
      )
      .optional(),
  })
  .refine(({ price: newProductPrice, variants }) => newProductPrice !== undefined || variants !== undefined, {
    path: ['price'],
    message: 'Requires `price` or `variants`.',
    params: { reason: 'missing' },
    when: isObject,
  })
  .meta({
    description: 'New price of a product without variants, or new prices of variants.',
    // A product either has variants or not: the service rejects a body with both.
    allOf: [{ oneOf: [{ required: ['price'] }, { required: ['variants'] }] }],
    examples: [{ variants: [{ id: IDS.variant, price: 15_999.9 }], expected: { price: 14_500 } }],
  });
