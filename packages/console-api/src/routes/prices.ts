import * as z from 'zod';
import type {
  ListPriceListsResponse,
  PreviewBulkPriceChangeResponse,
  PriceList,
  PriceListEntry,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, version, type PageOf } from '../route.ts';
import type {
  EditedPrices,
  EditedPromotion,
  ExplainedPrice,
  Named,
  PriceChangeJob,
} from './price-messages.ts';

const id = z.string().min(1).max(64);
const amount = (least: 0 | 1) => z.number().int().min(least).max(1e14);
const name = z.string().trim().min(1).max(200);
const rounding = z.union([z.literal(1), z.literal(100), z.literal(1_000), z.literal(10_000)]);

const editBody = z.strictObject({
  expectedVersion: z.number().int().min(0).optional(),
  /** Version of the product that the page read. */
  productVersion: version.optional(),
  priceCentavos: amount(1).optional(),
  /** Null: none. Not allowed for a product with variants. */
  compareAtCentavos: amount(1).nullable().optional(),
  /** Null: unknown. */
  costCentavos: amount(0).nullable().optional(),
  variants: z
    .array(
      z.strictObject({
        id,
        priceCentavos: amount(1).optional(),
        /** Null: none. */
        compareAtCentavos: amount(1).nullable().optional(),
        /** Null: same as the product's. */
        costCentavos: amount(0).nullable().optional(),
      }),
    )
    .max(250),
});
export type PricesBody = z.output<typeof editBody>;

const listBody = z.strictObject({
  name,
  /** Null: the list has fixed prices only. */
  rule: z
    .strictObject({
      percentBp: z.number().int().min(-10_000).max(100_000),
      /** List whose prices change; null: base prices. */
      overListId: id.nullable(),
      roundingCentavos: rounding,
    })
    .nullable(),
});
export type PriceListBody = z.output<typeof listBody>;

const entryKey = { productId: id, variantId: id.nullable() };

const promotionBody = z.strictObject({
  name,
  /** Percentage off, in hundredths of a percent; null for an amount. */
  percentBp: z.number().int().min(1).max(10_000).nullable(),
  /** Amount off; null for a percentage. */
  amountCentavos: amount(1).nullable(),
  productIds: z.array(id).max(1_000),
  categoryIds: z.array(id).max(1_000),
  brandIds: z.array(id).max(1_000),
  /** Empty: every shop. */
  shopIds: z.array(id).max(100),
  startsAt: z.iso.datetime(),
  /** Null: no end. */
  endsAt: z.iso.datetime().nullable(),
});
export type PromotionBody = z.output<typeof promotionBody>;

const changeBody = z.strictObject({
  target: z.enum(['prices', 'costs', 'price_list']),
  /** Only with the target price_list. */
  priceListId: id.nullable(),
  products: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('all') }),
    z.strictObject({ by: z.literal('category'), id }),
    z.strictObject({ by: z.literal('brand'), id }),
    z.strictObject({ by: z.literal('products'), ids: z.array(id).min(1).max(1_000) }),
  ]),
  /** Percentage added, in hundredths of a percent; null for an amount. */
  percentBp: z.number().int().min(-9_999).max(100_000).nullable(),
  /** Amount added; negative to subtract; null for a percentage. */
  amountCentavos: z.number().int().min(-1e14).max(1e14).nullable(),
  roundingCentavos: rounding,
});
export type PriceChangeBody = z.output<typeof changeBody>;

const STORE = '/console/api/stores/:store';
const LIST = `${STORE}/price-lists/:list` as const;
const see = { store: 'see' } as const;
const edit = { store: 'editPrices' } as const;

export const priceRoutes = {
  /** Base prices, costs and compare-at prices, by product name. */
  list: consoleRoute({
    method: 'GET',
    path: `${STORE}/prices`,
    access: see,
    query: z.strictObject({ ...pageQuery, q: z.string().max(200).optional() }),
    answer: answers<PageOf<EditedPrices>>(),
  }),
  /** Changes amounts of a product, all or none. 409 `changed_since_read` on a version mismatch. */
  edit: consoleRoute({
    method: 'PUT',
    path: `${STORE}/prices/:product`,
    access: edit,
    body: editBody,
    /**
     * The new version of the amounts, null when unknown, and that of the product, which changes with them. The latter
     * is null unless the product had the given `productVersion`: the page did not read its other changes.
     */
    answer: answers<{ version: number | null; productVersion: string | null }>(),
  }),
  /** Price that a customer pays for a product at a shop, with the engine's explanation. */
  explain: consoleRoute({
    method: 'GET',
    path: `${STORE}/price-check`,
    access: see,
    query: z.strictObject({ shop: id, product: id, variant: id.optional(), list: id.optional() }),
    answer: answers<ExplainedPrice>(),
  }),

  lists: consoleRoute({
    method: 'GET',
    path: `${STORE}/price-lists`,
    access: see,
    answer: answers<{
      items: (Json<PriceList> & { version: string })[];
      shopDefaults: Json<ListPriceListsResponse['shopDefaults']>;
    }>(),
  }),
  createList: consoleRoute({
    method: 'POST',
    path: `${STORE}/price-lists`,
    access: edit,
    body: listBody,
    answer: answers<{ id: string }>(),
  }),
  updateList: consoleRoute({
    method: 'PUT',
    path: LIST,
    access: edit,
    body: listBody.extend({ version }),
    answer: answers<{ id: string }>(),
  }),
  /** 409 `price_list_in_use`. */
  deleteList: consoleRoute({
    method: 'DELETE',
    path: LIST,
    access: edit,
    answer: answers<Record<never, never>>(),
  }),
  /** Sets the price list of a shop. */
  setShopList: consoleRoute({
    method: 'PUT',
    path: `${STORE}/shops/:shop/price-list`,
    access: edit,
    body: z.strictObject({ priceListId: id.nullable() }),
    answer: answers<Record<never, never>>(),
  }),
  /** Fixed prices of a list; only of products matching `q` if set. */
  entries: consoleRoute({
    method: 'GET',
    path: `${LIST}/entries`,
    access: see,
    query: z.strictObject({ ...pageQuery, q: z.string().max(200).optional() }),
    answer: answers<PageOf<Json<PriceListEntry> & Named & { id: string }>>(),
  }),
  setEntries: consoleRoute({
    method: 'PUT',
    path: `${LIST}/entries`,
    access: edit,
    body: z.strictObject({
      entries: z
        .array(z.strictObject({ ...entryKey, priceCentavos: amount(0) }))
        .min(1)
        .max(1_000),
    }),
    answer: answers<Record<never, never>>(),
  }),
  removeEntries: consoleRoute({
    method: 'POST',
    path: `${LIST}/entries/remove`,
    access: edit,
    body: z.strictObject({ entries: z.array(z.strictObject(entryKey)).min(1).max(1_000) }),
    answer: answers<Record<never, never>>(),
  }),

  promotions: consoleRoute({
    method: 'GET',
    path: `${STORE}/promotions`,
    access: see,
    query: z.strictObject({ ...pageQuery, state: z.enum(['running', 'coming', 'over']).default('running') }),
    answer: answers<PageOf<EditedPromotion>>(),
  }),
  promotion: consoleRoute({
    method: 'GET',
    path: `${STORE}/promotions/:promotion`,
    access: see,
    answer: answers<EditedPromotion>(),
  }),
  createPromotion: consoleRoute({
    method: 'POST',
    path: `${STORE}/promotions`,
    access: edit,
    body: promotionBody,
    answer: answers<{ id: string }>(),
  }),
  updatePromotion: consoleRoute({
    method: 'PUT',
    path: `${STORE}/promotions/:promotion`,
    access: edit,
    body: promotionBody.extend({ version }),
    answer: answers<{ id: string }>(),
  }),
  /** Ends a promotion now; one that has not started is removed. */
  endPromotion: consoleRoute({
    method: 'POST',
    path: `${STORE}/promotions/:promotion/end`,
    access: edit,
    answer: answers<Record<never, never>>(),
  }),

  /** Effect of a bulk change, without applying it. */
  previewChange: consoleRoute({
    method: 'POST',
    path: `${STORE}/price-changes/preview`,
    access: edit,
    body: changeBody,
    answer: answers<{
      total: number;
      examples: (Json<PreviewBulkPriceChangeResponse['examples'][number]> & Named)[];
    }>(),
  }),
  startChange: consoleRoute({
    method: 'POST',
    path: `${STORE}/price-changes`,
    access: edit,
    body: changeBody,
    answer: answers<{ id: string; total: number }>(),
  }),
  /** Bulk changes, newest first. */
  changes: consoleRoute({
    method: 'GET',
    path: `${STORE}/price-changes`,
    access: edit,
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<PriceChangeJob>>(),
  }),
};
