import type {
  ListLowStockRequest,
  ListLowStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { stockItemListLow } from '../store/stock-item-search.ts';
import type { Deps } from '../deps.ts';
import { toStockItem } from '../domain/stock-messages.ts';

const MAX_ITEMS = 50;
const MAX_ID = 64;

export const listLowStock =
  ({ db }: Deps): Handler<ListLowStockRequest, ListLowStockResponse> =>
  async (ctx, { limit, shopId }) => {
    const errors = new FieldErrors();
    if (shopId !== undefined) errors.line('shop_id', shopId, 1, MAX_ID);
    errors.throwIfAny();
    const size = Math.min(Math.max(limit, 1), MAX_ITEMS);
    const { items, ...counts } = await stockItemListLow(db, storeOf(ctx), size, shopId);
    return { ...counts, items: items.map(toStockItem) };
  };
