import type { Clock } from '../clock.ts';
import { text, withDefault, type ConfigOf } from '../config.ts';
import { addPeriods } from '../days.ts';
import type { TimePartitions } from '../db/time-partitions.ts';
import type { IntervalJob } from './interval.ts';

const EVERY_MS = 3600 * 1000;

/** Settings of a service with a history that is partitioned by month. @param what the history, as in `stock movements` */
export const historySettings = (what: string) => ({
  HISTORY_MONTHS: withDefault(text.integer({ min: 0, max: 1200 }), '0', {
    description: `Number of whole months (UTC) before the current one of which ${what} are kept in the back office; 0 keeps all.`,
  }),
  EXPIRED_HISTORY: withDefault(text.oneOf(['archive', 'drop']), 'archive', {
    description: `How ${what} leave the back office after HISTORY_MONTHS: \`archive\` moves them to tables of the database's schema \`archive\`, which only you delete; \`drop\` deletes them.`,
  }),
});

/** Creates the partitions of this month and the next, and archives or drops those of expired months. */
export const retainHistoryJob = (
  partitions: TimePartitions,
  clock: Clock,
  { HISTORY_MONTHS, EXPIRED_HISTORY }: ConfigOf<ReturnType<typeof historySettings>>,
): IntervalJob => ({
  name: 'retain history',
  everyMs: EVERY_MS,
  async run() {
    const month = await partitions.ensureAhead(clock.now());
    if (HISTORY_MONTHS === 0) return;
    const firstKept = addPeriods('month', month, -HISTORY_MONTHS);
    await (EXPIRED_HISTORY === 'drop'
      ? partitions.dropBefore(firstKept)
      : partitions.archiveBefore(firstKept));
  },
});
