import * as z from 'zod';
import { isId, NO_SUCH_VARIANT, noSuch, type IdPrefix } from '@commerce/texts/ids.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';
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

/** Single line, trimmed and in Unicode form NFC. */
const line = (min: number, max: number) =>
  z
    .string()
    .trim()
    .overwrite(toNfc)
    .min(min, lengthMessage(min, max))
    .max(max, lengthMessage(min, max))
    .refine(isReadableLine, UNREADABLE_LINE);

/** Text that may have several lines. */
const paragraphs = (max: number) =>
  z
    .string()
    .trim()
    .overwrite(toNfc)
    .max(max, lengthMessage(0, max))
    .refine(isReadableLines, UNREADABLE_LINES);

/** Rejected amounts, for a product and its variants (contract, section 4, `POST /products`). */
const amounts = {
  price: notAccepted('Set prices with PUT /prices/:productId.'),
  cost: notAccepted('Costs cannot be set through the API, only in the back office.'),
  compare_at_price: notAccepted('Compare-at prices cannot be set through the API, only in the back office.'),
};

const httpsUrl = z
  .string()
  .refine(isHttpsUrl, NOT_AN_HTTPS_URL)
  .meta({ format: 'uri', pattern: '^https://\\S+$', maxLength: 2_048 });
const images = (max: number) =>
  z.array(httpsUrl).max(max).describe('`https` URLs of images, the main one first.');
const ids = (prefix: IdPrefix, kind: string, max: number, description: string) =>
  distinctList(
    z.string().refine((id) => isId(prefix, id), noSuch(kind)),
    max,
  ).describe(`${description}, without duplicates.`);
const code = (description: string) => line(1, 64).nullable().optional().describe(description);

const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= max && isReadableLine(value);

// Not z.record, which skips a name such as `__proto__`: an axis can have any name.
const isAttributes = (value: unknown): value is Record<string, string> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  const areTexts = entries.every(([name, text]) => isText(name, 64) && isText(text, 255));
  return entries.length >= 1 && entries.length <= 3 && areTexts;
};

const attributes = z
  .custom<Record<string, string>>(isAttributes, {
    message:
      'Must be an object with 1 to 3 properties: names of 1 to 64 characters, values of 1 to 255, each a single line of visible characters.',
    abort: false,
  })
  .meta({
    type: 'object',
    minProperties: 1,
    maxProperties: 3,
    propertyNames: { minLength: 1, maxLength: 64 },
    additionalProperties: { type: 'string', minLength: 1, maxLength: 255 },
    description:
      'Value for each of the product’s variant axes, e.g. `{ "Size": "M" }`; unique among the variants.',
  });

const variantFields = {
  sku: code('SKU (stock keeping unit); not unique.'),
  barcode: code('EAN or other barcode.'),
  name: line(1, 255)
    .optional()
    .describe('Name of the variant; defaults to its attributes, e.g. `M / White`, for a new one.'),
  images: images(10).optional(),
  is_active: z.boolean().optional().describe('True if it is for sale; defaults to true for a new one.'),
  ...amounts,
};

const productFields = {
  name: line(1, 255).meta({
    description: 'Name of the product. The slug is derived from it once, on creation.',
    examples: ['Remera lisa'],
  }),
  description: paragraphs(65_536).nullable().optional().describe('Full description.'),
  short_description: paragraphs(500)
    .nullable()
    .optional()
    .describe('Short description of one or two lines, for lists.'),
  sku: code('SKU (stock keeping unit); not unique.'),
  barcode: code('EAN or other barcode.'),
  type: z
    .enum(PRODUCT_TYPES)
    .optional()
    .describe('`variable` if and only if there are variants; otherwise `simple`, the default, or `service`.'),
  images: images(50).optional(),
  category_ids: ids('cat', 'category', 50, 'Categories').optional(),
  brand_ids: ids('brd', 'brand', 10, 'Brands').optional(),
  tags: distinctList(line(1, 64), 250).optional().describe('Tags, without duplicates.'),
  shop_ids: ids('shp', 'shop', 1_000, 'Shops that sell the product').optional(),
  is_active: z.boolean().optional().describe('True if it is for sale; defaults to true for a new one.'),
  variant_axes: distinctList(line(1, 64), 3)
    .optional()
    .describe(
      'Names of the attributes that distinguish the variants; a new product defaults to those of its first variant.',
    ),
  iva_rate: z
    .number()
    .min(0)
    .max(100)
    .refine((rate) => hasDecimals(rate, 100), 'Must have at most two decimals.')
    .optional()
    .describe('IVA rate in percent; defaults to 21 for a new product.'),
  weight: z
    .strictObject({
      value: z
        .number()
        .min(0)
        .max(1_000_000)
        .refine((value) => hasDecimals(value, 1_000), 'Must have at most three decimals.')
        .describe('Amount in the unit.'),
      unit: z.enum(['g', 'kg', 'lb', 'oz']).describe('Unit of weight.'),
    })
    .optional()
    .describe('Weight of one unit; defaults to 0 kg for a new product.'),
  ...amounts,
};

const newVariant = z.strictObject({ attributes, ...variantFields });

/** Body of `POST /products` (contract, section 4; decisions, "Body fields of POST /products"). */
export const createProductBody = withVariantRules(
  z.strictObject({
    ...productFields,
    visibility: z
      .enum(VISIBILITIES)
      .refine((value) => value === 'INTERNAL', {
        message: 'Must be INTERNAL. Publish the product with PATCH /products/:id.',
        params: { reason: 'not_accepted' },
      })
      .meta({ enum: ['INTERNAL'] })
      .optional()
      .describe('Always `INTERNAL`; publish with `PATCH /products/:id`.'),
    variants: z
      .array(newVariant)
      .max(MAX_VARIANTS)
      .optional()
      .describe('Variants in their order. Variants cannot be added later.'),
  }),
);

/** Adds the rules across fields of `POST /products`. */
export function withVariantRules<Body extends z.ZodObject>(body: Body): Body {
  return body.superRefine(refuseBadVariants, { when: isObject }).meta({
    if: { required: ['variants'], properties: { variants: { minItems: 1 } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { properties: { type: { const: 'variable' } } },
    else: { properties: { type: { enum: ['simple', 'service'] }, variant_axes: { maxItems: 0 } } },
  });
}

/** Rules across type, axes and variants, as far as they can be parsed. */
function refuseBadVariants(body: Record<string, unknown>, context: z.core.$RefinementCtx): void {
  const variants: unknown[] = Array.isArray(body['variants']) ? body['variants'].slice(0, MAX_VARIANTS) : [];
  const type = z.enum(PRODUCT_TYPES).optional().catch(undefined).parse(body['type']);
  const axes = z.array(z.string()).catch([]).parse(body['variant_axes']);
  const attributeSets = variants.map((variant) => (variant as { attributes?: unknown } | null)?.attributes);
  const problems = attributeSets.every(isAttributes)
    ? newProductProblems(type, axes, attributeSets)
    : typeProblems(type ?? defaultType(attributeSets), true);
  const params = { reason: 'invalid_value' };
  for (const { field, message } of problems)
    context.addIssue({ code: 'custom', path: [field], message, params });
}

const variantChange = z.strictObject({
  id: z
    .string()
    .refine((id) => isId('var', id), NO_SUCH_VARIANT)
    .describe('Id of an existing variant.'),
  attributes: attributes.optional(),
  ...variantFields,
});

/** Body of `PATCH /products/:id` (contract, section 4). */
export const updateProductBody = z
  .strictObject({
    ...productFields,
    name: productFields.name.optional(),
    visibility: z.enum(VISIBILITIES).optional().describe('Visibility; `PUBLIC` publishes a new product.'),
    variants: distinctById(variantChange, MAX_VARIANTS)
      .optional()
      .describe('Changes of variants by `id`; omitted variants stay unchanged.'),
  })
  .refine((body) => Object.keys(body).length > 0, {
    error: 'Must contain at least one field.',
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ minProperties: 1, examples: [{ visibility: 'PUBLIC', tags: ['verano'] }] });

/** Response of `DELETE /products/:id` (decisions, "Body fields of POST /products"). */
export const deletedProductSchema = z.strictObject({
  data: z.strictObject({
    id: z.string().describe('Id of the deleted product.'),
    deleted: z.literal(true).describe('Always true.'),
  }),
});
