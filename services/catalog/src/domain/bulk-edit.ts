import type { ProductRecord } from './product.ts';

/** Progress of an edit of many products, stored as the position of its job. */
export interface EditProgress {
  /** Id of the last product that was examined; empty at first. */
  afterId: string;
  /** Number of changed products. */
  changed: number;
  /** The `updated_at` of the first changed product. */
  sinceMs: number | null;
}

/** Progress at the start of a part. */
export const progressFrom = (position: string): EditProgress =>
  position === '' ? { afterId: '', changed: 0, sinceMs: null } : (JSON.parse(position) as EditProgress);

/** Progress at the end of a part. */
export function progressAfter(
  { changed, sinceMs }: EditProgress,
  afterId: string,
  changedNow: ProductRecord[],
): EditProgress {
  return {
    afterId,
    changed: changed + changedNow.length,
    sinceMs: sinceMs ?? changedNow[0]?.product.updatedAtMs ?? null,
  };
}
