import type { SumStockRequest, SumStockResponse } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { stockItemSumMany } from '../store/stock-item-search.ts';

const MAX_PRODUCTS = 100;

export const sumStock =
  ({ db }: Deps): Handler<SumStockRequest, SumStockResponse> =>
  async (ctx, { productIds }) => {
    if (productIds.length > MAX_PRODUCTS) throw invalid('product_ids', `Must be at most ${MAX_PRODUCTS}.`);
    return { sums: await stockItemSumMany(db, storeOf(ctx), productIds) };
  };
