import type {
  GetOrderSettingsRequest,
  GetOrderSettingsResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { orderExpiryMs } from '../store/store-setting.ts';
import type { Deps } from './deps.ts';

export const getOrderSettings =
  ({ db }: Deps): Handler<GetOrderSettingsRequest, GetOrderSettingsResponse> =>
  async (ctx) => ({ settings: { orderExpiryMs: await orderExpiryMs(db, storeOf(ctx)) } });
