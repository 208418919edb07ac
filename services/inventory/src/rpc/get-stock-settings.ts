import type {
  GetStockSettingsRequest,
  GetStockSettingsResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { NEVER_LOW } from '../domain/stock.ts';
import { stockSettingsFind } from '../store/stock-settings.ts';
import type { Deps } from '../deps.ts';

export const getStockSettings =
  ({ prisma }: Deps): Handler<GetStockSettingsRequest, GetStockSettingsResponse> =>
  async (ctx) => {
    const { lowAt } = await stockSettingsFind(prisma, storeOf(ctx));
    return { lowAt: lowAt === NEVER_LOW ? undefined : lowAt };
  };
