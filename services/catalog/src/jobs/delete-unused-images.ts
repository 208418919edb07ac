import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { copyDeleteUnused } from '../store/image-copy.ts';
import { uploadPartDeleteOld } from '../store/image-upload.ts';
import { imageTakeUnused } from '../store/image.ts';
import { deleteImages } from '../use-cases/images/store-image.ts';

const EVERY_MS = 10 * 60 * 1000;
/** Time within which an upload and the storing of an image end. */
const INCOMPLETE_LIFETIME_MS = 3600 * 1000;
/** Time after which an image that no product uses is deleted: long enough to undo an edit. */
const UNUSED_LIFETIME_MS = 7 * 24 * 3600 * 1000;

/** Deletes images that no product uses, with their files, and what uploads and copies that were given up have left. */
export const deleteUnusedImagesJob = (
  deps: Pick<Deps, 'db' | 'prisma' | 'clock' | 'imageFiles'>,
): IntervalJob => ({
  name: 'delete unused images',
  everyMs: EVERY_MS,
  run: async () => {
    const { db, clock } = deps;
    const incompleteBefore = new Date(clock.now() - INCOMPLETE_LIFETIME_MS);
    const unusedBefore = new Date(clock.now() - UNUSED_LIFETIME_MS);
    while ((await uploadPartDeleteOld(db, incompleteBefore)) > 0);
    while ((await copyDeleteUnused(db, unusedBefore)) > 0);
    for (;;) {
      const taken = await imageTakeUnused(db, { incompleteBefore, unusedBefore, now: new Date(clock.now()) });
      if (taken === undefined) return;
      await deleteImages(deps, taken);
    }
  },
});
