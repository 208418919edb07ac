import { z } from 'zod';
import { isId, NO_SUCH_VARIANT, noSuch, type IdPrefix } from '@commerce/texts/ids.ts';
import { toNfc } from '@commerce/texts/nfc.ts';
import {
  isReadableLine,
  isReadableLines,
  UNREADABLE_LINE,
  UNREADABLE_LINES,
} from '@commerce/texts/readable.ts';
import { isHttpsUrl, NOT_AN_HTTPS_URL } from '@commerce/texts/urls.ts';
import { defaultType, newProductProblems, typeProblems } from '@commerce/texts/variants.ts';
import { distinctById, distinctList, isObject, notAccepted } from '../../params.ts';
import { PRODUCT_TYPES, VISIBILITIES } from './product.ts';

const MAX_VARIANTS = 250;

const hasDecimals = (value: number, factor: number): boolean => Math.round(value * factor) / factor === value;

/** A text of one line, trimmed and in Unicode's form NFC. */
const line = (min: number, max: number) =>
  z.string().trim().overwrite(toNfc).min(min).max(max).refine(isReadableLine, UNREADABLE_LINE);

/** A text that may have several lines. */
const paragraphs = (max: number) =>
  z.string().trim().overwrite(toNfc).max(max).refine(isReadableLines, UNREADABLE_LINES);

/** Amounts are refused wherever they might stand (contract, section 4, `POST /products`). */
const amounts = {
  price: notAccepted('Prices are set by PUT /prices/:productId.'),
  cost: notAccepted('No request sets the cost: the merchant does, in the back office.'),
  compare_at_price: notAccepted(
    'No request sets the price to compare with: the merchant does, in the back office.',
  ),
};

const httpsUrl = z
  .string()
  .refine(isHttpsUrl, NOT_AN_HTTPS_URL)
  .meta({ format: 'uri', pattern: '^https://', maxLength: 2_048 });
const images = (max: number) => z.array(httpsUrl).max(max).describe('URLs of pictures, the main one first.');
const ids = (prefix: IdPrefix, kind: string, max: number, description: string) =>
  distinctList(
    z.string().refine((id) => isId(prefix, id), noSuch(kind)),
    max,
  ).describe(`${description}; none twice.`);
const code = (description: string) => line(1, 64).nullable().optional().describe(description);

const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= max && isReadableLine(value);

// Not a record of zod's, which passes over a name such as `__proto__`: an axis may bear any name.
const isAttributes = (value: unknown): value is Record<string, string> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  const areTexts = entries.every(([name, text]) => isText(name, 64) && isText(text, 255));
  return entries.length >= 1 && entries.length <= 3 && areTexts;
};

const attributes = z
  .custom<Record<string, string>>(isAttributes, {
    message:
      'Must be an object of one to three texts of 1 to 255 characters, by names of 1 to 64; each readable as one line.',
    abort: false,
  })
  .meta({
    type: 'object',
    minProperties: 1,
    maxProperties: 3,
    additionalProperties: { type: 'string', minLength: 1, maxLength: 255 },
    description:
      'Its value on each of the axes of the product, e.g. `{ "Size": "M" }`; no two variants share all.',
  });

const variantFields = {
  sku: code('Stock keeping unit; not unique.'),
  barcode: code('EAN or other barcode.'),
  name: line(1, 255)
    .optional()
    .describe('Name of the variant; a new one is named by its attributes, as `M / White`.'),
  images: images(10).optional(),
  is_active: z
    .boolean()
    .optional()
    .describe('Whether it is for sale; a new one is unless it says otherwise.'),
  ...amounts,
};

const productFields = {
  name: line(1, 255).describe('Name of the product; its slug is made of it once, at the creation.'),
  description: paragraphs(65_536).nullable().optional().describe('Full description.'),
  short_description: paragraphs(500).nullable().optional().describe('One or two lines, for lists.'),
  sku: code('Stock keeping unit; not unique.'),
  barcode: code('EAN or other barcode.'),
  type: z
    .enum(PRODUCT_TYPES)
    .optional()
    .describe(
      '`variable` if and only if there are variants; else `simple`, which is the default, or `service`.',
    ),
  images: images(50).optional(),
  category_ids: ids('cat', 'category', 50, 'Its categories').optional(),
  brand_ids: ids('brd', 'brand', 10, 'Its brands').optional(),
  tags: distinctList(line(1, 64), 250).optional().describe('Free labels; none twice.'),
  shop_ids: ids('shp', 'shop', 1_000, 'The shops that sell it').optional(),
  is_active: z
    .boolean()
    .optional()
    .describe('Whether it is for sale; a new one is unless it says otherwise.'),
  variant_axes: distinctList(line(1, 64), 3)
    .optional()
    .describe(
      'Names of the attributes that tell the variants apart; if not sent, a new product has those of its first variant.',
    ),
  iva_rate: z
    .number()
    .min(0)
    .max(100)
    .refine((rate) => hasDecimals(rate, 100), 'Must have at most two decimals.')
    .optional()
    .describe('Rate of IVA in percent; a new product has 21 unless it says otherwise.'),
  weight: z
    .strictObject({
      value: z
        .number()
        .min(0)
        .max(1_000_000)
        .refine((value) => hasDecimals(value, 1_000), 'Must have at most three decimals.')
        .describe('How many of the unit.'),
      unit: z.enum(['g', 'kg', 'lb', 'oz']).describe('Unit of weight.'),
    })
    .optional()
    .describe('What one unit weighs; for a new product 0 kg unless it says otherwise.'),
  ...amounts,
};

const newVariant = z.strictObject({ attributes, ...variantFields });

/** Body of `POST /products` (contract, section 4; decisions, "Body fields of POST /products"). */
export const createProductBody = z
  .strictObject({
    ...productFields,
    visibility: z
      .enum(VISIBILITIES)
      .refine((value) => value === 'INTERNAL', {
        message: 'A product is created with visibility INTERNAL: publish it with PATCH /products/:id.',
        params: { reason: 'not_accepted' },
      })
      .optional()
      .describe('`INTERNAL`, whether sent or not; publish with `PATCH /products/:id`.'),
    variants: z
      .array(newVariant)
      .max(MAX_VARIANTS)
      .optional()
      .describe('Its variants, in their order. They cannot be added later.'),
  })
  .superRefine(refuseBadVariants, { when: isObject });

/** The rules of type, axes and variants, as far as what is there of them can be read. */
function refuseBadVariants(body: Record<string, unknown>, context: z.core.$RefinementCtx): void {
  const variants: unknown[] = Array.isArray(body['variants']) ? body['variants'].slice(0, MAX_VARIANTS) : [];
  const type = z.enum(PRODUCT_TYPES).optional().catch(undefined).parse(body['type']);
  const axes = z.array(z.string()).catch([]).parse(body['variant_axes']);
  const given = variants.map((variant) => (variant as { attributes?: unknown } | null)?.attributes);
  const problems = given.every(isAttributes)
    ? newProductProblems(type, axes, given)
    : typeProblems(type ?? defaultType(given), true);
  const params = { reason: 'invalid_value' };
  for (const { field, message } of problems)
    context.addIssue({ code: 'custom', path: [field], message, params });
}

const variantChange = z.strictObject({
  id: z
    .string()
    .refine((id) => isId('var', id), NO_SUCH_VARIANT)
    .describe('Which variant; no new one.'),
  attributes: attributes.optional(),
  ...variantFields,
});

/** Body of `PATCH /products/:id` (contract, section 4). */
export const updateProductBody = z
  .strictObject({
    ...productFields,
    name: productFields.name.optional(),
    visibility: z.enum(VISIBILITIES).optional().describe('Who can see it: `PUBLIC` publishes a new product.'),
    variants: distinctById(variantChange, MAX_VARIANTS)
      .optional()
      .describe('Changes of variants, by `id`; those that are not named stay as they are.'),
  })
  .refine((body) => Object.keys(body).length > 0, {
    error: 'There is nothing to change.',
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ minProperties: 1 });

/** What `DELETE /products/:id` answers (decisions, "Body fields of POST /products"). */
export const deletedProductSchema = z.strictObject({
  data: z.strictObject({
    id: z.string().describe('Id of the product that was.'),
    deleted: z.literal(true).describe('It is deleted.'),
  }),
});
