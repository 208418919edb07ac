import {
  SetStockSettingsResponse,
  type SetStockSettingsRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { checkLowAt } from '../domain/adjustment.ts';
import { NEVER_LOW } from '../domain/stock.ts';
import { APPLY_LOW_STOCK_THRESHOLD } from '../domain/bulk-jobs.ts';
import { stockSettingsSave } from '../store/stock-settings.ts';
import type { Deps } from '../deps.ts';

export const setStockSettings =
  ({ prisma, writer, jobs }: Deps): Handler<SetStockSettingsRequest, SetStockSettingsResponse> =>
  (ctx, { lowAt }) =>
    writer.write(ctx, SetStockSettingsResponse, async (unit) => {
      checkLowAt(lowAt);
      await stockSettingsSave(prisma, storeOf(ctx), lowAt ?? NEVER_LOW);
      // A store can have very many items, so a bulk job updates them.
      await jobs.start(unit, ctx, APPLY_LOW_STOCK_THRESHOLD, new Uint8Array(), 0);
      return {};
    });
