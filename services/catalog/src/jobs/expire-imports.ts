import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { importDeleteOld } from '../store/import.ts';

const EVERY_MS = 10 * 60 * 1000;
/** Time after its last change for which an import is kept. */
const LIFETIME_MS = 30 * 24 * 3600 * 1000;
/** Time within which the upload of a file must make progress. */
const UPLOAD_LIFETIME_MS = 3600 * 1000;

/** Deletes old imports: finished ones, previews that were never confirmed and uploads that were never completed. */
export const expireImportsJob = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): IntervalJob => ({
  name: 'expire imports',
  everyMs: EVERY_MS,
  run: async () => {
    const now = clock.now();
    const [before, uploadsBefore] = [new Date(now - LIFETIME_MS), new Date(now - UPLOAD_LIFETIME_MS)];
    while ((await importDeleteOld(db, before, uploadsBefore)) > 0);
  },
});
