import type { BulkKind } from '../jobs/bulk-jobs.ts';

/** A kind of bulk operation whose process is killed in the given part, before that part is committed. */
export function killedIn(part: number, kind: BulkKind): BulkKind {
  let parts = 0;
  return {
    async part(...input) {
      const done = await kind.part(...input);
      if (++parts === part) throw new Error('the process is killed');
      return done;
    },
  };
}
