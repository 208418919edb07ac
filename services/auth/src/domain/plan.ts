/** Plans of a store (contract, "Store"). */
export const PLANS = ['professional', 'enterprise', 'demo', 'developer'] as const;

export type Plan = (typeof PLANS)[number];

/** A number for each plan. */
export type ByPlan = Readonly<Record<Plan, number>>;
