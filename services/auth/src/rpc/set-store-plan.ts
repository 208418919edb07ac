import {
  PlanTier,
  type SetStorePlanRequest,
  type SetStorePlanResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { readReason } from '../domain/reason.ts';
import { toStoreOnPlan } from '../domain/store-plan.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { storeSetPlan } from '../store/store.ts';
import { lockMerchantStore } from '../use-cases/lock-merchant-store.ts';

/** Changes the plan of a merchant's store. */
export const setStorePlan =
  ({ writer, prisma, clock, rules }: Deps): Handler<SetStorePlanRequest, SetStorePlanResponse> =>
  (ctx, { storeId, planTier, reason: given }) =>
    writer.change(ctx, async (unit) => {
      const reason = readReason(given);
      const plan = requireEnumName('plan_tier', PlanTier, planTier);
      if (plan === 'developer') throw invalid('plan_tier', 'The plan is not for merchants.');
      const before = await lockMerchantStore(unit, storeId);
      if (before.plan === plan) return { store: toStoreOnPlan(before, rules) };
      await storeSetPlan(prisma, storeId, plan);
      const entry = { actorId: personOf(ctx), action: 'store.plan_changed', subjectId: storeId } as const;
      const details = { from: before.plan, to: plan };
      await auditEntryInsert(prisma, { ...entry, at: new Date(clock.now()), reason, details });
      return { store: toStoreOnPlan({ ...before, plan }, rules) };
    });
