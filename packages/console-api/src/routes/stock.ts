import * as z from 'zod';
import { MovementKind } from '@commerce/proto/commerce/inventory/v1/values.ts';
import { enumNames, type EnumName } from '@commerce/proto/enum.ts';
import type {
  ListReservationsResponse_Reservation,
  StockMovement,
  StockRow,
  SumStockResponse_Sum,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, idList, pageQuery, type PageOf } from '../route.ts';
import type { Named } from './price-messages.ts';

/** Stock of a product or variant at a shop. */
export interface StockLine extends Named, Json<StockRow> {
  /** Composed of shop, product and variant. */
  id: string;
  reserved: number;
  /** Low stock threshold, inclusive, compared with the available units; null: never low. */
  lowAt: number | null;
  /** True when the threshold was set here; otherwise it is the store's. */
  hasOwnLowAt: boolean;
  isLow: boolean;
  isDraft: boolean;
}

/** Entry of the stock ledger. */
export interface MovementLine extends Named, Omit<Json<StockMovement>, 'actor' | 'id' | 'kind'> {
  id: string;
  kind: MovementKindName;
  /** person, app or system. */
  actorKind: 'person' | 'app' | 'system';
  actorId: string;
}

/** Count of an item at a shop. */
export interface StockCount {
  shopId: string;
  productId: string;
  /** Null for a product without variants. */
  variantId: string | null;
  onHand: number;
  reserved: number;
}

/** Maximum number of counts set by one request. */
export const MAX_COUNTS = 500;

/** Maximum number of products of one request for sums. */
const MAX_SUMS = 100;

/** Kinds of stock movements. */
export const MOVEMENT_KINDS = enumNames(MovementKind);

export type MovementKindName = EnumName<typeof MovementKind>;

const id = z.string().min(1).max(64);
const units = z.number().int().min(0).max(1_000_000_000);
const reason = z.string().trim().min(1).max(200).optional();
const stockKey = { productId: id, variantId: id.nullable() };

const STORE = '/console/api/stores/:store';
const see = { store: 'see' } as const;
const edit = { store: 'editStock' } as const;

export const stockRoutes = {
  /** Stock of a shop; only of products matching `q` if set. */
  list: consoleRoute({
    method: 'GET',
    path: `${STORE}/stock`,
    access: see,
    query: z.strictObject({
      ...pageQuery,
      shop: id,
      q: z.string().max(200).optional(),
      filter: z.enum(['low', 'out']).optional(),
    }),
    answer: answers<PageOf<StockLine>>(),
  }),
  /** Counts of products at shops, drafts included; what a shop never stocked counts as 0 or is left out. */
  counts: consoleRoute({
    method: 'GET',
    path: `${STORE}/stock/counts`,
    access: see,
    query: z.strictObject({ shops: idList(10), products: idList(100) }),
    answer: answers<{ items: StockCount[] }>(),
  }),
  /** Stock of products at all shops, variants and drafts included; services and unknown products are left out. */
  sums: consoleRoute({
    method: 'GET',
    path: `${STORE}/stock/sums`,
    access: see,
    query: z.strictObject({ products: idList(MAX_SUMS) }),
    answer: answers<{ items: Json<SumStockResponse_Sum>[] }>(),
  }),
  /**
   * Sets counts. Items that are refused are named as `items[n]`: 409 `changed_since_read` when the count is not the expected
   * one, `insufficient_stock`, `not_found`, `invalid_value`; the others are set.
   */
  setCounts: consoleRoute({
    method: 'PUT',
    path: `${STORE}/stock/counts`,
    access: edit,
    body: z.strictObject({
      items: z
        .array(z.strictObject({ shopId: id, ...stockKey, onHand: units, expectedOnHand: units }))
        .min(1)
        .max(MAX_COUNTS),
    }),
    answer: answers<Record<never, never>>(),
  }),
  /** Adds, subtracts or counts stock. 409 `insufficient_stock`. */
  adjust: consoleRoute({
    method: 'POST',
    path: `${STORE}/stock/adjustments`,
    access: edit,
    body: z
      .strictObject({
        shopId: id,
        ...stockKey,
        delta: z.number().int().min(-1_000_000_000).max(1_000_000_000).optional(),
        set: units.optional(),
        reason,
      })
      .refine(({ delta, set }) => (delta === undefined) !== (set === undefined), {
        path: ['delta'],
        message: 'Give delta or set.',
      }),
    answer: answers<{ onHand: number; available: number }>(),
  }),
  /** Moves stock between shops, all or none. 409 `insufficient_stock`. */
  transfer: consoleRoute({
    method: 'POST',
    path: `${STORE}/stock/transfers`,
    access: edit,
    body: z.strictObject({
      fromShopId: id,
      toShopId: id,
      lines: z
        .array(z.strictObject({ ...stockKey, quantity: z.number().int().min(1).max(1_000_000_000) }))
        .min(1)
        .max(200),
      reason,
    }),
    answer: answers<Record<never, never>>(),
  }),
  /** Stock ledger of a shop, newest first. */
  movements: consoleRoute({
    method: 'GET',
    path: `${STORE}/stock/movements`,
    access: see,
    query: z.strictObject({
      ...pageQuery,
      shop: id,
      product: id.optional(),
      variant: id.optional(),
      kind: z.enum(MOVEMENT_KINDS).optional(),
      since: z.iso.datetime().optional(),
      until: z.iso.datetime().optional(),
    }),
    answer: answers<PageOf<MovementLine>>(),
  }),
  /** Orders that reserve an item. */
  reservations: consoleRoute({
    method: 'GET',
    path: `${STORE}/stock/reservations`,
    access: see,
    query: z.strictObject({ ...pageQuery, shop: id, product: id, variant: id.optional() }),
    answer: answers<PageOf<Json<ListReservationsResponse_Reservation> & { id: string }>>(),
  }),
  /** Low stock in all shops, least available first; counted up to 5,000. */
  low: consoleRoute({
    method: 'GET',
    path: `${STORE}/stock/low`,
    access: see,
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
    answer: answers<{ items: StockLine[]; lowCount: number; outCount: number }>(),
  }),
  settings: consoleRoute({
    method: 'GET',
    path: `${STORE}/stock/settings`,
    access: see,
    answer: answers<{ lowAt: number | null }>(),
  }),
  setSettings: consoleRoute({
    method: 'PUT',
    path: `${STORE}/stock/settings`,
    access: edit,
    body: z.strictObject({ lowAt: units.nullable() }),
    answer: answers<Record<never, never>>(),
  }),
  /** Sets the low stock threshold of an item at a shop. */
  setThreshold: consoleRoute({
    method: 'PUT',
    path: `${STORE}/stock/thresholds`,
    access: edit,
    body: z.strictObject({
      shopId: id,
      ...stockKey,
      lowAt: z.union([units, z.literal('never'), z.literal('store')]),
    }),
    answer: answers<Record<never, never>>(),
  }),
};
