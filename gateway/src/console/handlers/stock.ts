import { MovementKind } from '@commerce/proto/commerce/inventory/v1/values.ts';
import { enumName, enumValue } from '@commerce/proto/enum.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import {
  SearchStockRequest_Filter as Filter,
  type SetLowStockThresholdRequest,
  type StockItem,
  type StockMovement,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { MovementLine, StockLine, stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { requireId } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';
import type { HandlersOf } from '../handler.ts';
import { toJson } from '../to-json.ts';
import { namesOf, productsOf, searchProducts, type Products } from './named.ts';

/** Maximum page size of inventory. */
const MAX_PAGE = 100;

/** Products per page of a search. */
const FOUND_PRODUCTS = 25;

export const stockHandlers: HandlersOf<typeof stockRoutes> = {
  list: async ({ ctx, services, cursor, query }) => {
    const shopId = requireId('shp', query.shop);
    const filter = query.filter === undefined ? Filter.UNSPECIFIED : enumValue(Filter, query.filter);
    const pageToken = cursor.open(query.cursor);
    const text = query.q?.trim() ?? '';
    const matching =
      text === ''
        ? undefined
        : await searchProducts(ctx, services, { text, limit: FOUND_PRODUCTS, pageToken });
    const productIds = matching?.products.map(({ id }) => id) ?? [];
    if (matching !== undefined && productIds.length === 0) return { items: [], nextCursor: null };
    const page = await services.inventory.searchStock(ctx, {
      shopId,
      productIds,
      filter,
      // The page of a search is that of its matching products, whose rows fit on one page.
      limit: matching === undefined ? Math.min(query.limit, MAX_PAGE) : MAX_PAGE,
      pageToken: matching === undefined ? pageToken : Buffer.alloc(0),
    });
    const products = await productsOf(
      ctx,
      services,
      page.items.map(({ row }) => row?.productId ?? ''),
    );
    const items = page.items.map((item) => lineOf(products, item));
    return { items, nextCursor: cursor.seal(matching?.nextPageToken ?? page.nextPageToken) };
  },

  counts: async ({ ctx, services, query: { shops, products } }) => {
    for (const shop of shops) requireId('shp', shop);
    const query = {
      productIds: products,
      filter: Filter.UNSPECIFIED,
      limit: MAX_PAGE,
      pageToken: Buffer.alloc(0),
    };
    const pages = await Promise.all(
      shops.map((shopId) => services.inventory.searchStock(ctx, { ...query, shopId })),
    );
    const items = pages.flatMap((page) =>
      page.items.map(({ row, reserved }) => {
        const { shopId, productId, variantId = null, onHand } = required(row);
        return { shopId, productId, variantId, onHand, reserved };
      }),
    );
    return { items };
  },

  sums: async ({ ctx, services, query: { products } }) => {
    const { sums } = await services.inventory.sumStock(ctx, { productIds: products });
    return { items: toJson(sums) };
  },

  setCounts: async ({ ctx, services, body }) => {
    const items = body.items.map(({ variantId, ...item }) => ({
      ...item,
      variantId: variantId ?? undefined,
    }));
    const { refusals } = await services.inventory.setStockMany(ctx, { items, reason: undefined });
    if (refusals.length > 0)
      throw new Fault('conflict', 'Some counts were refused. See `details`.', {
        details: refusals.map(({ index, ...refusal }) => ({ ...refusal, field: `items[${index}]` })),
      });
    return {};
  },

  adjust: async ({ ctx, services, body: { variantId, ...body } }) => {
    const { row } = await services.inventory.adjustStock(ctx, { ...body, variantId: variantId ?? undefined });
    const { onHand, available } = required(row);
    return { onHand, available };
  },

  transfer: async ({ ctx, services, body }) => {
    const lines = body.lines.map(({ variantId, ...line }) => ({
      ...line,
      variantId: variantId ?? undefined,
    }));
    await services.inventory.transferStock(ctx, { ...body, lines });
    return {};
  },

  movements: async ({ ctx, services, cursor, query }) => {
    const page = await services.inventory.listMovements(ctx, {
      shopId: requireId('shp', query.shop),
      productId: requireId('prd', query.product),
      variantId: requireId('var', query.variant),
      kinds: query.kind === undefined ? [] : [enumValue(MovementKind, query.kind)],
      sinceMs: timeOf(query.since),
      untilMs: timeOf(query.until),
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
    });
    const products = await productsOf(
      ctx,
      services,
      page.movements.map(({ productId }) => productId),
    );
    const items = page.movements.map((movement) => movementOf(products, movement));
    return { items, nextCursor: cursor.seal(page.nextPageToken) };
  },

  reservations: async ({ ctx, services, cursor, query }) => {
    const page = await services.inventory.listReservations(ctx, {
      shopId: requireId('shp', query.shop),
      productId: requireId('prd', query.product),
      variantId: requireId('var', query.variant),
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
    });
    const items = toJson(page.reservations).map((each) => ({ ...each, id: each.orderId }));
    return { items, nextCursor: cursor.seal(page.nextPageToken) };
  },

  low: async ({ ctx, services, query }) => {
    const { items, ...counts } = await services.inventory.listLowStock(ctx, { limit: query.limit });
    const products = await productsOf(
      ctx,
      services,
      items.map(({ row }) => row?.productId ?? ''),
    );
    return { ...counts, items: items.map((item) => lineOf(products, item)) };
  },

  settings: async ({ ctx, services }) => {
    const { lowAt = null } = await services.inventory.getStockSettings(ctx, {});
    return { lowAt };
  },

  setSettings: async ({ ctx, services, body }) => {
    await services.inventory.setStockSettings(ctx, { lowAt: body.lowAt ?? undefined });
    return {};
  },

  setThreshold: async ({ ctx, services, body: { variantId, lowAt, ...place } }) => {
    const threshold = thresholdOf(lowAt);
    await services.inventory.setLowStockThreshold(ctx, {
      ...place,
      variantId: variantId ?? undefined,
      threshold,
    });
    return {};
  },
};

const timeOf = (iso: string | undefined): number | undefined => (iso === undefined ? iso : Date.parse(iso));

function thresholdOf(lowAt: number | 'never' | 'store'): SetLowStockThresholdRequest['threshold'] {
  if (lowAt === 'never') return { $case: 'never', value: true };
  if (lowAt === 'store') return { $case: 'asStore', value: true };
  return { $case: 'lowAt', value: lowAt };
}

function lineOf(products: Products, item: StockItem): StockLine {
  const { reserved, lowAt = null, hasOwnLowAt, isLow, isDraft } = item;
  const row = required(item.row);
  const id = [row.shopId, row.productId, row.variantId ?? ''].join(' ');
  return { ...row, ...namesOf(products, row), id, reserved, lowAt, hasOwnLowAt, isLow, isDraft };
}

function movementOf(products: Products, movement: StockMovement): MovementLine {
  const { actor, id, ...rest } = movement;
  return {
    ...toJson(rest),
    ...namesOf(products, movement),
    id: String(id),
    kind: enumName(MovementKind, movement.kind),
    actorKind:
      actor?.kind === Actor_Kind.PERSON
        ? 'person'
        : actor?.kind === Actor_Kind.INSTALLATION
          ? 'app'
          : 'system',
    actorId: actor?.id ?? '',
  };
}
