import { PlanTier } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { enumNames, type EnumName } from '@commerce/proto/enum.ts';

/** Plans of a store (contract, "Store"). */
export type Plan = EnumName<typeof PlanTier>;

/** All plans. */
export const PLANS = enumNames(PlanTier);

/** A number for each plan. */
export type ByPlan = Readonly<Record<Plan, number>>;
