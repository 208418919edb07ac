import type { ProductRecord } from './product.ts';

/** How far an edit of many products is; kept as the position of its job. */
export interface EditProgress {
  /** The last product that was looked at; empty at first. */
  afterId: string;
  /** Products that were changed. */
  changed: number;
  /** The `updated_at` of the first that was. */
  sinceMs: number | null;
}

/** Reads where a part begins. */
export const progressFrom = (position: string): EditProgress =>
  position === '' ? { afterId: '', changed: 0, sinceMs: null } : (JSON.parse(position) as EditProgress);

/** How far the edit is after a part. */
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
