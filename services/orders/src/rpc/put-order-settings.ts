import {
  PutOrderSettingsResponse,
  type PutOrderSettingsRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireExpiry } from '../domain/expiry.ts';
import { storeSettingPut } from '../store/store-setting.ts';
import type { Deps } from './deps.ts';

export const putOrderSettings =
  ({ writer }: Deps): Handler<PutOrderSettingsRequest, PutOrderSettingsResponse> =>
  (ctx, { settings }) =>
    writer.write(ctx, PutOrderSettingsResponse, async (unit) => {
      const orderExpiryMs = requireExpiry(settings?.orderExpiryMs);
      await storeSettingPut(unit, storeOf(ctx), orderExpiryMs);
      return { settings: { orderExpiryMs } };
    });
