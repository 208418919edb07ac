import type {
  EraseFromLogRequest,
  EraseFromLogResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { dayAfter, dayOf, daysBefore, KEPT_DAYS } from '../domain/day.ts';
import { CLOCK_SKEW_MS, LEASE_MS } from '../domain/lease.ts';
import { attemptForget } from '../store/attempt-forget.ts';
import {
  logErasureCountOpen,
  logErasureDeleteOld,
  logErasureInsertMany,
  logErasureRecordLooked,
  logErasureSettle,
  logErasureTake,
} from '../store/log-erasure.ts';
import type { Deps } from '../deps.ts';

const WORK_MS = 1_000;
const MAX_SUBJECTS = 1_000;

/**
 * Searches the attempts of the store a few at a time, earliest first, and notes in the same transaction how far it is: the next call
 * goes on from there, in whatever process and after whatever crash.
 */
export const eraseFromLog =
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Handler<EraseFromLogRequest, EraseFromLogResponse> =>
  async (ctx, { subjectIds }) => {
    if (subjectIds.length === 0 || subjectIds.length > MAX_SUBJECTS)
      throw invalid('subject_ids', `Must be 1 to ${MAX_SUBJECTS}.`);
    const storeId = storeOf(ctx);
    const nowMs = clock.now();
    const firstKept = new Date(dayOf(daysBefore(nowMs, KEPT_DAYS)));
    await logErasureInsertMany(db, storeId, subjectIds, new Date(nowMs), firstKept);
    await logErasureSettle(db, storeId, new Date(nowMs), LEASE_MS + CLOCK_SKEW_MS);
    const until = performance.now() + WORK_MS;
    while ((await searchSome(db, storeId, nowMs + 1)) && performance.now() < until);
    const done = (await logErasureCountOpen(db, storeId, subjectIds)) === 0;
    await logErasureDeleteOld(db, storeId, firstKept);
    return { done };
  };

/** Searches the next attempts of a store that started before a time. @returns false when nothing is left */
function searchSome(db: Database, storeId: string, endMs: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const erasures = await logErasureTake(tx, storeId);
    if (erasures.length === 0) return false;
    const fromMs = erasures[0]!.lookedTo.getTime();
    const toMs = Math.max(fromMs + 1, Math.min(Date.parse(dayAfter(dayOf(fromMs))), endMs));
    const ids = erasures.map(({ subjectId }) => subjectId);
    const lookedToMs = await attemptForget(tx, { storeId, fromMs, toMs }, ids);
    // Those that are further already lose nothing: the attempts that follow are searched for them as well.
    await logErasureRecordLooked(tx, storeId, ids, new Date(lookedToMs));
    return true;
  });
}
