import {
  PutOrderSettingsResponse,
  type PutOrderSettingsRequest,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { contentVersion, requireVersion } from '@commerce/service-kit/version.ts';
import { requireDiscountLimit } from '../domain/discount.ts';
import { requireExpiry } from '../domain/expiry.ts';
import type { Deps } from '../deps.ts';
import { storeSettingsFind, storeSettingsSave } from '../store/store-setting.ts';

export const putOrderSettings =
  ({ prisma, writer, stamp }: Deps): Handler<PutOrderSettingsRequest, PutOrderSettingsResponse> =>
  (ctx, { settings, expectedVersion }) =>
    writer.write(ctx, PutOrderSettingsResponse, async (unit) => {
      const storeId = storeOf(ctx);
      // A store without settings has no row to lock, so its clock is locked.
      await stamp(unit, storeId);
      const before = await storeSettingsFind(unit, storeId);
      requireVersion(expectedVersion, contentVersion(before));
      const after = {
        orderExpiryMs: requireExpiry(settings?.orderExpiryMs),
        discountLimitBp: requireDiscountLimit(settings?.discountLimitBp ?? before.discountLimitBp),
      };
      await storeSettingsSave(prisma, storeId, after);
      return { settings: after, version: contentVersion(after) };
    });
