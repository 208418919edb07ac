import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { tellChange, tellPart } from '../events/publish.ts';
import type { ProductChange } from '../store/product-change.ts';

/** What the parts of an import work with. */
export interface ImportDeps {
  clock: Clock;
  stamp: Stamp;
}

/** A part of an import, within its transaction. */
export interface ImportPart {
  unit: Unit;
  storeId: string;
  importId: string;
  jobId: string;
  /** It has more products than are told one by one. */
  isBulk: boolean;
}

/** Products that a part works on: few enough that nobody waits long for them, and that their calls are made in time. */
export const CHUNK = 50;

/** Tells what a part has changed: each product, or the other services alone of all of them. */
export function tellImported(
  { unit, isBulk, jobId }: ImportPart,
  changes: (Partial<Pick<ProductChange, 'before'>> & Pick<ProductChange, 'after'>)[],
): void {
  const changed = changes.filter(({ before, after }) => after !== before);
  if (isBulk)
    tellPart(
      unit,
      jobId,
      changed.map(({ after }) => after),
    );
  else for (const { before, after } of changed) tellChange(unit, { ...(before && { before }), after });
}
