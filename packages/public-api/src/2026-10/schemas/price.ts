import { z } from 'zod';
import { isId, NO_SUCH_VARIANT } from '@commerce/texts/ids.ts';
import { cursor, distinctById, isObject, limit, optionalId, requiredId } from '../../params.ts';
import { currency, hasAtMostTwoDecimals, id, money } from './common.ts';

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

/** Largest amount, in pesos (decisions, "Ids, amounts, values"). */
const MAX_AMOUNT = 1e12;
/** Most variants of a product (decisions, "Ids, amounts, values"). */
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
    price: newPrice('Its new price.'),
  })
  .describe('The new price of a variant.');

/** Body of `PUT /prices/:productId` (contract, section 4). */
export const setPricesBody = z
  .strictObject({
    price: newPrice(
      'New price of a product without variants. That of a product with variants derives from theirs.',
    ).optional(),
    variants: distinctById(newVariantPrice, MAX_VARIANTS)
      .min(1)
      .describe('New prices of variants; those not named keep theirs.')
      .optional(),
    expected: z
      .strictObject({ price: money('The price that the product must have now.').max(MAX_AMOUNT) })
      .describe('Makes the write conditional: with another current price nothing changes and it answers 409.')
      .optional(),
  })
  .refine(({ price: newProductPrice, variants }) => newProductPrice !== undefined || variants !== undefined, {
    path: ['price'],
    message: 'Give `price` or `variants`.',
    params: { reason: 'missing' },
    when: isObject,
  })
  .meta({
    description: 'New prices: of the product, of its variants, or both.',
    allOf: [{ anyOf: [{ required: ['price'] }, { required: ['variants'] }] }],
  });
