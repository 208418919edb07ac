import type { Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { readReason } from '../domain/reason.ts';
import { appFindOwner } from '../store/app.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { developerLock } from '../store/developer.ts';
import { suspensionSet, type Suspendable } from '../store/suspension.ts';
import { publishAppSuspensions } from './publish-app-suspensions.ts';

const ID_PREFIX = { app: 'app', developer: 'dev' } as const;
const RESTORED = { suspendedAt: null, suspendedReason: '' };

/**
 * Suspends or restores an app or a developer, records it in the audit log, and publishes it for each app that it concerns.
 * @throws Fault `not_found`, `invalid_request` for a reason that is too long
 */
export async function setSuspended(
  { writer, prisma, clock }: Deps,
  ctx: Context,
  { kind, id: subjectId, reason: given }: { kind: Suspendable; id: string; reason: string | undefined },
  change: 'suspended' | 'restored',
): Promise<Record<string, never>> {
  const reason = readReason(given);
  if (!isId(ID_PREFIX[kind], subjectId)) throw notFound();
  const at = new Date(clock.now());
  return writer.change(ctx, async (unit) => {
    const developerId = kind === 'app' ? (await appFindOwner(prisma, subjectId))?.developerId : subjectId;
    if (developerId === undefined) throw notFound();
    // Changes of the developer and its apps happen one after the other: an app is suspended by either.
    await developerLock(unit, developerId);
    const suspension = change === 'suspended' ? { suspendedAt: at, suspendedReason: reason } : RESTORED;
    const changed = await suspensionSet(prisma, kind, subjectId, suspension);
    if (changed === undefined) throw notFound();
    if (!changed) return {};
    const action = `${kind}.${change}` as const;
    await auditEntryInsert(prisma, { at, actorId: personOf(ctx), action, subjectId, reason });
    await publishAppSuspensions(unit, developerId);
    return {};
  });
}
