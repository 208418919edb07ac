import type {
  EraseFromLogRequest,
  EraseFromLogResponse,
} from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { dayOf, daysBefore } from '@commerce/service-kit/days.ts';
import { KEPT_DAYS } from '../domain/day.ts';
import {
  logErasureDeleteExpired,
  logErasureHasOpen,
  logErasureInsertMany,
  logErasureSettle,
} from '../store/log-erasure.ts';
import { eraseNextAttempts } from '../use-cases/erase-attempts.ts';

const WORK_MS = 1_000;
const MAX_SUBJECTS = 1_000;

export const eraseFromLog =
  (deps: Pick<Deps, 'db' | 'prisma' | 'clock'>): Handler<EraseFromLogRequest, EraseFromLogResponse> =>
  async (ctx, { subjectIds }) => {
    if (subjectIds.length === 0 || subjectIds.length > MAX_SUBJECTS)
      throw invalid('subject_ids', `Must be 1 to ${MAX_SUBJECTS}.`);
    const { db, clock } = deps;
    const storeId = storeOf(ctx);
    const nowMs = clock.now();
    const firstKept = new Date(dayOf(daysBefore(nowMs, KEPT_DAYS)));
    await logErasureInsertMany(db, storeId, subjectIds, new Date(nowMs), firstKept);
    await logErasureSettle(db, storeId, new Date(nowMs));
    const until = performance.now() + WORK_MS;
    while ((await eraseNextAttempts(deps, storeId)) && performance.now() < until);
    const done = !(await logErasureHasOpen(db, storeId, subjectIds));
    await logErasureDeleteExpired(db, storeId, firstKept);
    return { done };
  };
