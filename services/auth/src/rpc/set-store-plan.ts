import type { SetStorePlanRequest, SetStorePlanResponse } from '@commerce/proto/commerce/auth/v1/desk.ts';
import { conflict, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { personOf } from '../apps/actor.ts';
import type { Deps } from '../deps.ts';
import { PLANS } from '../domain/plan.ts';
import { readReason } from '../domain/reason.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';
import { findStoreOnPlan } from '../store/store-find-on-plan.ts';
import { lockStore } from '../store/store-lock.ts';
import { toStoreOnPlan, type StoreOnPlanRow } from '../store/store-on-plan-columns.ts';
import { setStorePlan as setPlan } from '../store/store-set-plan.ts';

const MERCHANT_PLANS = PLANS.filter((plan) => plan !== 'developer');

/** Puts a merchant's store on another plan. */
export function setStorePlan({
  writer,
  clock,
  rules,
}: Deps): Handler<SetStorePlanRequest, SetStorePlanResponse> {
  return (ctx, { storeId, planTier, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const reason = readReason(given);
      const plan = MERCHANT_PLANS.find((known) => known === planTier);
      if (plan === undefined) throw invalid('plan_tier', `Must be one of ${MERCHANT_PLANS.join(', ')}.`);
      const before = await holdMerchantStore(unit, storeId);
      if (before.plan === plan) return { store: toStoreOnPlan(before, rules) };
      await setPlan(unit, storeId, plan);
      const entry = { actorId: personOf(ctx), action: 'store.plan_changed', subjectId: storeId } as const;
      const details = { from: before.plan, to: plan };
      await insertAuditEntry(unit, { ...entry, at: new Date(clock.now()), reason, details });
      return { store: toStoreOnPlan({ ...before, plan }, rules) };
    });
}

async function holdMerchantStore(unit: Unit, storeId: string): Promise<StoreOnPlanRow> {
  if (!isId('sto', storeId)) throw notFound();
  await lockStore(unit, storeId);
  const store = await findStoreOnPlan(unit, storeId);
  if (store === undefined) throw notFound();
  if (store.developer_id !== null)
    throw conflict('developer_store', 'A store of a developer stays on the plan of developers.');
  return store;
}
