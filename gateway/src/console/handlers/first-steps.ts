import { PlanTier } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { firstStepRoutes } from '@commerce/console-api/routes/first-steps.ts';
import type { HandlersOf } from '../handler.ts';

const ONE = { limit: 1, ids: [], pageToken: Buffer.alloc(0) };

export const firstStepHandlers: HandlersOf<typeof firstStepRoutes> = {
  get: async ({ ctx, services }) => {
    const [{ store }, { shops }, { products }, { orders }, { apps }] = await Promise.all([
      services.platform.getStore(ctx, {}),
      services.catalog.listShopNames(ctx, {}),
      services.catalog.listProducts(ctx, ONE),
      services.orders.searchOrders(ctx, ONE),
      services.apps.listStoreApps(ctx, {}),
    ]);
    return {
      applies: store?.planTier === PlanTier.DEMO,
      hasShop: shops.length > 0,
      hasProduct: products.length > 0,
      hasSale: orders.length > 0,
      hasApp: apps.length > 0,
    };
  },
};
