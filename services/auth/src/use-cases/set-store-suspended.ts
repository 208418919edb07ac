import type { Context } from '@commerce/service-kit/context.ts';
import { enqueueMail } from '@commerce/service-kit/mail/outbox.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { STORE_SUSPENSION } from '../domain/mails/kinds.ts';
import { publishSuspensionChanged } from '../events/publish.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { membershipList } from '../store/membership.ts';
import { storeSetSuspension } from '../store/store.ts';
import { lockMerchantStore } from './lock-merchant-store.ts';
import type { StoreSuspensionFacts } from './mails/write-store-suspension.ts';

/**
 * Suspends or restores a merchant's store, records it in the audit log, publishes it and mails its owners. A store that is suspended already keeps
 * its first time and reason.
 * @throws Fault `not_found`; conflict `developer_store`
 */
export async function setStoreSuspended(
  { writer, prisma, clock }: Deps,
  ctx: Context,
  { storeId, reason }: { storeId: string; reason: string },
  change: 'suspended' | 'restored',
): Promise<Record<string, never>> {
  return writer.change(ctx, async (unit) => {
    const suspended = change === 'suspended';
    const { suspendedAt } = await lockMerchantStore(unit, storeId);
    if ((suspendedAt !== null) === suspended) return {};
    const at = new Date(clock.now());
    // The reason of a restoration is for the staff.
    const suspension = { suspendedAt: suspended ? at : null, suspendedReason: suspended ? reason : '' };
    const version = await storeSetSuspension(prisma, storeId, suspension);
    const action = `store.${change}` as const;
    await auditEntryInsert(prisma, { at, actorId: personOf(ctx), action, subjectId: storeId, reason });
    publishSuspensionChanged(unit, storeId, { suspended, version });
    await mailOwners(unit, { storeId, suspended, reason: suspension.suspendedReason }, at);
    return {};
  });
}

/** A mail to each owner, because each has their own language. */
async function mailOwners(unit: Unit, facts: StoreSuspensionFacts, at: Date): Promise<void> {
  for (const { personId, role } of await membershipList(unit, facts.storeId))
    if (role === 'owner')
      await enqueueMail(unit, {
        kind: STORE_SUSPENSION,
        recipient: personId,
        facts,
        createdAtMs: at.getTime(),
      });
}
