import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { publishChange, publishPart } from '../../events/publish.ts';
import type { Prisma } from '../../store/prisma.ts';
import type { ProductChange } from '../../store/product-write.ts';

/** A step of an import, within its transaction. */
export interface ImportStep {
  unit: Unit;
  prisma: Prisma;
  storeId: string;
  importId: string;
  jobId: string;
  /** The import has more products than have an event each. */
  isBulk: boolean;
}

/**
 * Products per step: few enough that their locks are short and that the calls for their amounts end before the
 * deadline.
 */
export const CHUNK = 50;

/** Publishes the products that a step changed: one event each, or internal events only for a bulk import. */
export function publishImported(
  { unit, isBulk, jobId }: ImportStep,
  changes: (Partial<Pick<ProductChange, 'before'>> & Pick<ProductChange, 'after'>)[],
): void {
  const changed = changes.filter(({ before, after }) => after !== before);
  if (isBulk)
    publishPart(
      unit,
      jobId,
      changed.map(({ after }) => after),
    );
  else for (const { before, after } of changed) publishChange(unit, { ...(before && { before }), after });
}
