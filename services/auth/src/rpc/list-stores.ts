import type { ListStoresRequest, ListStoresResponse } from '@commerce/proto/commerce/auth/v1/desk.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pageBelow } from '../apps/pages.ts';
import type { Deps } from '../deps.ts';
import { PLANS } from '../domain/plan.ts';
import { readSearch } from '../domain/search.ts';
import { listStoresOnPlans } from '../store/store-list-on-plans.ts';
import { toStoreOnPlan } from '../store/store-on-plan-columns.ts';

/** Stores with their plans, and what of them is used. */
export function listStores({ database, rules }: Deps): Handler<ListStoresRequest, ListStoresResponse> {
  return async (_ctx, { search, planTier, ...page }) => {
    const plan = PLANS.find((known) => known === planTier);
    if (plan === undefined && planTier !== '')
      throw invalid('plan_tier', `Must be one of ${PLANS.join(', ')}.`);
    const filter = { plan, search: readSearch(search) };
    const { rows, nextPageToken } = await pageBelow(page, (beforeId, limit) =>
      listStoresOnPlans(database, filter, beforeId, limit),
    );
    return { stores: rows.map((row) => toStoreOnPlan(row, rules)), nextPageToken };
  };
}
