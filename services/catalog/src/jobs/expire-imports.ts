import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { importDeleteOld } from '../store/import.ts';

const EVERY_MS = 10 * 60 * 1000;
/** How long an import is shown. */
const LIFETIME_MS = 30 * 24 * 3600 * 1000;

/** How long a file may take to arrive. */
const UPLOAD_LIFETIME_MS = 3600 * 1000;

/** Removes imports that are long over, that nobody has confirmed, or whose file never came whole. */
export const expireImports = (db: Database, clock: Clock): IntervalJob => ({
  name: 'expire imports',
  everyMs: EVERY_MS,
  run: async () => {
    const now = clock.now();
    const [before, uploadsBefore] = [new Date(now - LIFETIME_MS), new Date(now - UPLOAD_LIFETIME_MS)];
    while ((await importDeleteOld(db, before, uploadsBefore)) > 0);
  },
});
