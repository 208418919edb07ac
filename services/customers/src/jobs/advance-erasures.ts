import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { advanceErasure, STEP_MS } from '../use-cases/advance-erasure.ts';
import type { Deps } from '../deps.ts';
import { erasureClaimDue } from '../store/erasure.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';

const EVERY_MS = 1_000;
const BATCH = 20;

/** Takes every erasure that is due one step further. */
export async function advanceErasures(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const nowMs = clock.now();
  const due = await erasureClaimDue(db, new Date(nowMs), new Date(nowMs + STEP_MS), BATCH);
  await Promise.all(
    due.map(({ storeId, customerId }) => advanceErasure(deps, storeId, customerId, deadlineIn(STEP_MS))),
  );
}

/** Job that advances due erasures. */
export const advanceErasuresJob = (deps: Deps): IntervalJob => ({
  name: 'advance erasures',
  everyMs: EVERY_MS,
  run: () => advanceErasures(deps),
});
