import {
  StockRow,
  type BatchGetStockRowsRequest,
  type BatchGetStockRowsResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { stockItemBatch } from '../store/stock-item-list.ts';
import type { Deps } from '../deps.ts';
import { toStockRow } from '../domain/stock-messages.ts';

const MAX_KEYS = 500;

export const batchGetStockRows =
  ({ db }: Deps): Handler<BatchGetStockRowsRequest, BatchGetStockRowsResponse> =>
  async (_ctx, request) => {
    if (request.keys.length > MAX_KEYS) throw invalid('keys', `Must be at most ${MAX_KEYS}.`);
    const keys = request.keys.map(({ variantId = '', ...key }) => ({ ...key, variantId }));
    const levels = await stockItemBatch(db, keys);
    const rows = keys.map((key, n) => {
      const level = levels[n];
      return level === undefined ? MISSING : toStockRow(key, level);
    });
    return { rows };
  };

/** An empty row, in place of one that is unknown or not public. */
const MISSING: StockRow = StockRow.decode(new Uint8Array());
