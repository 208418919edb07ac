import {
  PlanTier,
  type ListStoresRequest,
  type ListStoresResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { pageBelow } from '../domain/page.ts';
import { readSearch } from '../domain/search.ts';
import { toStoreOnPlan } from '../domain/store-plan.ts';
import { storeListOnPlans } from '../store/store.ts';

/** Stores with their plans and their usage of them. */
export const listStores =
  ({ db, rules }: Deps): Handler<ListStoresRequest, ListStoresResponse> =>
  async (_ctx, { search, planTier, suspended, ...page }) => {
    const plan =
      planTier === PlanTier.UNSPECIFIED ? undefined : requireEnumName('plan_tier', PlanTier, planTier);
    const filter = { plan, search: readSearch(search), suspended };
    const { items, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      storeListOnPlans(db, filter, beforeId, limit),
    );
    return { stores: items.map((store) => toStoreOnPlan(store, rules)), nextPageToken };
  };
