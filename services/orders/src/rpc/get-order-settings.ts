import type {
  GetOrderSettingsRequest,
  GetOrderSettingsResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { contentVersion } from '@commerce/service-kit/version.ts';
import type { Deps } from '../deps.ts';
import { storeSettingsFind } from '../store/store-setting.ts';

export const getOrderSettings =
  ({ db }: Deps): Handler<GetOrderSettingsRequest, GetOrderSettingsResponse> =>
  async (ctx) => {
    const settings = await storeSettingsFind(db, storeOf(ctx));
    return { settings, version: contentVersion(settings) };
  };
