import { z } from 'zod';
import { answers, consoleRoute } from '../route.ts';
import { centavos, newLine, type OrderDetail } from './orders.ts';

const id = z.string().min(1).max(64);
const base = '/console/api/stores/:store/pos';

/** Why something that was found is not sold: it has no price yet, or other shops sell it. */
export type SellRefusal = 'no_price' | 'not_sold_here';

/** Something that a scan or a tap has found. */
export interface Sellable {
  productId: string;
  variantId: string | null;
  name: string;
  /** Of the variant; empty for a product without variants. */
  variantName: string;
  sku: string | null;
  image: string | null;
  /** Why it cannot be sold; null for what can. */
  refusal: SellRefusal | null;
  /** What a unit costs at the shop. */
  priceCentavos: number;
  /** Before promotions. */
  originalPriceCentavos: number;
  /** Units that can be sold at the shop; null for a service. */
  available: number | null;
}

/** A product that a search has found. */
export interface FoundProduct {
  id: string;
  name: string;
  sku: string | null;
  image: string | null;
  /** At the shop; null when each variant has its own. */
  priceCentavos: number | null;
  /** None for a product without variants. */
  variants: number;
}

export const posRoutes = {
  /** What has exactly that barcode or SKU: hardly ever more than one. */
  scan: consoleRoute({
    method: 'GET',
    path: `${base}/scan`,
    access: { store: 'sell' },
    query: z.strictObject({ shop: id, code: z.string().trim().min(1).max(100) }),
    answer: answers<{ items: Sellable[] }>(),
  }),
  /** Active products whose name, SKU or barcode has every word of a text. */
  search: consoleRoute({
    method: 'GET',
    path: `${base}/products`,
    access: { store: 'sell' },
    query: z.strictObject({ shop: id, q: z.string().trim().max(100).default('') }),
    answer: answers<{ items: FoundProduct[] }>(),
  }),
  /** What can be sold of a product: itself, or its active variants. */
  product: consoleRoute({
    method: 'GET',
    path: `${base}/products/:product`,
    access: { store: 'sell' },
    query: z.strictObject({ shop: id }),
    answer: answers<{ items: Sellable[] }>(),
  }),
  /** What goods cost at a shop now, in the order asked; null for what cannot be sold any more. */
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
  /** Buyers by a part of their name, e-mail, phone or document. */
  buyers: consoleRoute({
    method: 'GET',
    path: `${base}/buyers`,
    access: { store: 'sell' },
    query: z.strictObject({ q: z.string().trim().min(1).max(100) }),
    answer: answers<{ items: { id: string; name: string; email: string; phone: string }[] }>(),
  }),
  /**
   * Makes a sale that is handed over and paid. 409 `insufficient_stock` naming `lines[n]`, `price_changed` when it comes to another total
   * than the buyer was told.
   */
  sell: consoleRoute({
    method: 'POST',
    path: `${base}/sales`,
    access: { store: 'sell' },
    body: z.strictObject({
      shopId: id,
      customerId: id.optional(),
      lines: z.array(newLine).min(1).max(500),
      paymentGateway: z.enum(['cash', 'card_terminal', 'bank_transfer', 'credit_account']),
      discountCentavos: centavos,
      discountPercentBp: z.number().int().min(1).max(10_000).optional(),
      expectedTotalCentavos: centavos,
    }),
    answer: answers<{ order: OrderDetail }>(),
  }),
};
