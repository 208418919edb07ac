import { AppSuspensionChanged } from '@commerce/proto/commerce/auth/v1/events.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { HOLD_DELIVERIES, RELEASE_DELIVERIES } from '../domain/app-suspension.ts';
import { appJobContext } from '../domain/replay.ts';
import { suspendedAppPut } from '../store/suspended-app.ts';

/**
 * Records the suspension or restoration of an app, and starts the job that holds or releases its deliveries: they may be
 * too many for this transaction. From the commit on, no ordinary one of a suspended app is attempted.
 */
export async function setAppSuspension(
  { jobs }: Pick<Deps, 'jobs'>,
  unit: Unit,
  ctx: Context,
  { subjectId: appId, payload }: Event,
): Promise<void> {
  const change = AppSuspensionChanged.decode(payload);
  if (!(await suspendedAppPut(unit, appId, change))) return;
  const kind = change.suspended ? HOLD_DELIVERIES : RELEASE_DELIVERIES;
  await jobs.start(unit, appJobContext(ctx, appId), kind, Buffer.alloc(0), 0);
}
