import { PlanTier, type StoreOnPlan } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { Plan } from './plan.ts';
import type { Rules } from './rules.ts';
import { toSuspension, type SuspensionColumns } from './suspension.ts';

/** A store with its plan and its usage of it. */
export interface StoreOnPlanRecord extends SuspensionColumns {
  id: string;
  name: string;
  plan: Plan;
  createdAt: Date;
  developerId: string | null;
  installedApps: number;
  ownerEmail: string | null;
}

/** The message of a store, with the limits of its plan. */
export const toStoreOnPlan = (store: StoreOnPlanRecord, rules: Rules): StoreOnPlan => ({
  id: store.id,
  name: store.name,
  planTier: enumValue(PlanTier, store.plan),
  createdAtMs: store.createdAt.getTime(),
  installedApps: store.installedApps,
  maxInstalledApps: rules.installedApps[store.plan],
  requestsPerMinute: Math.round(rules.requestsPerMinute[store.plan]),
  ownerEmail: store.ownerEmail ?? '',
  developerId: store.developerId ?? '',
  suspension: toSuspension(store),
});
