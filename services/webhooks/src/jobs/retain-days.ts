import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { retainDays } from '../use-cases/retain-days.ts';

const EVERY_MS = 10 * 60 * 1000;

/** Creates and drops the partitions of days. */
export const retainDaysJob = (deps: Deps): IntervalJob => ({
  name: 'retain days',
  everyMs: EVERY_MS,
  run: () => retainDays(deps),
});
