import * as z from 'zod';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { SaleRefusal } from '@commerce/proto/commerce/orders/v1/values.ts';
import { answers, consoleRoute } from '../route.ts';
import {
  amount,
  centavos,
  customLine,
  PAYMENT_GATEWAYS,
  productLine,
  type OrderDetail,
} from './order-messages.ts';

const id = z.string().min(1).max(64);
const base = '/console/api/stores/:store/pos';

const percentBp = z.number().int().min(1).max(10_000);
/** Discount of a unit of a line, of which at most one is set. */
const unitDiscount = { discountCentavos: amount.optional(), discountPercentBp: percentBp.optional() };

/** Means of payment at a counter, where nothing is paid online. */
export const COUNTER_GATEWAYS = PAYMENT_GATEWAYS.filter((gateway) => gateway !== 'card_online');
/** Maximum number of payments of a sale. */
export const MAX_PAYMENTS = 10;

/** Reason why a found item cannot be sold. */
export type SellRefusal = EnumName<typeof SaleRefusal>;

/** Item found by a scan or a tap. */
export interface Sellable {
  productId: string;
  variantId: string | null;
  name: string;
  /** Name of the variant; empty for a product without variants. */
  variantName: string;
  sku: string | null;
  image: string | null;
  /** Null when it can be sold. */
  refusal: SellRefusal | null;
  /** Unit price at the shop. */
  priceCentavos: number;
  /** Before promotions. */
  originalPriceCentavos: number;
  /** Units available at the shop; null for a service. */
  available: number | null;
}

/** Product found by a search. */
export interface FoundProduct {
  id: string;
  name: string;
  sku: string | null;
  image: string | null;
  /** Price at the shop; null when each variant has its own. */
  priceCentavos: number | null;
  /** Number of variants; 0 for a product without variants. */
  variants: number;
}

export const posRoutes = {
  /** Items with exactly that barcode or SKU: rarely more than one. */
  scan: consoleRoute({
    method: 'GET',
    path: `${base}/scan`,
    access: { store: 'sell' },
    query: z.strictObject({ shop: id, code: z.string().trim().min(1).max(100) }),
    answer: answers<{ items: Sellable[] }>(),
  }),
  /** Active products whose name, SKU or barcode contains every word of the search, of a category; or those named. */
  search: consoleRoute({
    method: 'GET',
    path: `${base}/products`,
    access: { store: 'sell' },
    query: z.strictObject({
      shop: id,
      q: z.string().trim().max(100).default(''),
      /** Includes the categories below it. */
      category: id.optional(),
      /** Instead of a search: separated by commas, at most 24. */
      ids: z
        .string()
        .min(1)
        .max(1_600)
        .transform((ids) => ids.split(','))
        .pipe(z.array(id).max(24))
        .optional(),
      /** Leaves out products that the shop does not sell. */
      only: z.literal('sold').optional(),
    }),
    answer: answers<{ items: FoundProduct[] }>(),
  }),
  /** Sellable items of a product: the product itself, or its active variants. */
  product: consoleRoute({
    method: 'GET',
    path: `${base}/products/:product`,
    access: { store: 'sell' },
    query: z.strictObject({ shop: id }),
    answer: answers<{ items: Sellable[] }>(),
  }),
  /** Current prices at a shop, in request order; null for items that can no longer be sold. */
  prices: consoleRoute({
    method: 'POST',
    path: `${base}/prices`,
    access: { store: 'sell' },
    body: z.strictObject({
      shopId: id,
      items: z
        .array(z.strictObject({ productId: id, variantId: id.optional() }))
        .min(1)
        .max(500),
    }),
    answer: answers<{ prices: ({ priceCentavos: number; originalPriceCentavos: number } | null)[] }>(),
  }),
  /** Buyers matching part of a name, email, phone or document. */
  buyers: consoleRoute({
    method: 'GET',
    path: `${base}/buyers`,
    access: { store: 'sell' },
    query: z.strictObject({ q: z.string().trim().min(1).max(100) }),
    answer: answers<{ items: { id: string; name: string; email: string; phone: string }[] }>(),
  }),
  /**
   * Makes a sale that is handed over and paid. 400 when the payments do not add up to the total, 409
   * `insufficient_stock` naming `lines[n]`, `price_changed` when the total differs from the one quoted to the buyer,
   * `discount_over_limit` for a discount beyond that of the role.
   */
  sell: consoleRoute({
    method: 'POST',
    path: `${base}/sales`,
    access: { store: 'sell' },
    body: z.strictObject({
      shopId: id,
      customerId: id.optional(),
      lines: z
        .array(z.union([productLine.extend(unitDiscount), customLine.extend(unitDiscount)]))
        .min(1)
        .max(500),
      /** Parts of the total by means of payment; none for a sale of 0. A part on a credit account stays due. */
      payments: z
        .array(z.strictObject({ gateway: z.enum(COUNTER_GATEWAYS), amountCentavos: amount }))
        .max(MAX_PAYMENTS),
      discountCentavos: centavos,
      discountPercentBp: percentBp.optional(),
      expectedTotalCentavos: centavos,
    }),
    answer: answers<{ order: OrderDetail }>(),
  }),
};
