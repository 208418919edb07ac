import type { Deps } from '../deps.ts';
import { dayAfter, dayOf } from '@commerce/service-kit/days.ts';
import { attemptErase } from '../store/attempt.ts';
import { CLAIMED_MS, logErasureLockNext, logErasureRecordSearched } from '../store/log-erasure.ts';

/**
 * Searches the next attempts of a store, those that started earliest, and erases the matching ones. The progress is
 * recorded in the same transaction: the next call continues from there, in whichever process and after any crash.
 * @returns false when nothing is left
 */
export function eraseNextAttempts(
  { db, prisma }: Pick<Deps, 'db' | 'prisma'>,
  storeId: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const erasures = await logErasureLockNext(tx, storeId);
    if (erasures.length === 0) return false;
    const fromMs = erasures[0]!.lookedTo.getTime();
    const endMs = Math.max(...erasures.map(({ notedAt }) => notedAt.getTime())) + CLAIMED_MS;
    const toMs = Math.min(Date.parse(dayAfter(dayOf(fromMs))), endMs);
    const ids = erasures.map(({ subjectId }) => subjectId);
    const searchedToMs = await attemptErase(tx, { storeId, fromMs, toMs }, ids);
    // Erasures with more progress miss nothing: the attempts that follow are searched for them as well.
    await logErasureRecordSearched(prisma, storeId, ids, new Date(searchedToMs));
    return true;
  });
}
