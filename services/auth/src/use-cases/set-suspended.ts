import type { Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { readReason } from '../domain/reason.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { suspensionSet, type Suspendable } from '../store/suspension.ts';

const ID_PREFIX = { app: 'app', developer: 'dev' } as const;
const RESTORED = { suspendedAt: null, suspendedReason: '' };

/**
 * Suspends or restores an app or a developer, and records it in the audit log.
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
  return writer.change(ctx, async () => {
    const suspension = change === 'suspended' ? { suspendedAt: at, suspendedReason: reason } : RESTORED;
    const changed = await suspensionSet(prisma, kind, subjectId, suspension);
    if (changed === undefined) throw notFound();
    const action = `${kind}.${change}` as const;
    if (changed) await auditEntryInsert(prisma, { at, actorId: personOf(ctx), action, subjectId, reason });
    return {};
  });
}
