import {
  PutOrderSettingsResponse,
  type PutOrderSettingsRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { contentVersion, requireVersion } from '@commerce/service-kit/version.ts';
import { requireExpiry } from '../domain/expiry.ts';
import type { Deps } from '../deps.ts';
import { orderExpiryFind, orderExpirySave } from '../store/store-setting.ts';

export const putOrderSettings =
  ({ prisma, writer, stamp }: Deps): Handler<PutOrderSettingsRequest, PutOrderSettingsResponse> =>
  (ctx, { settings, expectedVersion }) =>
    writer.write(ctx, PutOrderSettingsResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const after = { orderExpiryMs: requireExpiry(settings?.orderExpiryMs) };
      // A store without settings has no row to lock, so its clock is locked.
      await stamp(unit, storeId);
      const before = { orderExpiryMs: await orderExpiryFind(unit, storeId) };
      requireVersion(expectedVersion, contentVersion(before));
      await orderExpirySave(prisma, storeId, after.orderExpiryMs);
      return { settings: after, version: contentVersion(after) };
    });
