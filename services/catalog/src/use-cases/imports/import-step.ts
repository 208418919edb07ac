import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Prisma } from '../../store/prisma.ts';

/** A step of an import, within its transaction. */
export interface ImportStep {
  unit: Unit;
  prisma: Prisma;
  storeId: string;
  importId: string;
  /** Set when the import changes more products than have an event each. */
  bulkOperationId: string | undefined;
}

/**
 * Products per step: few enough that their locks are short and that the calls for their amounts end before the
 * deadline.
 */
export const CHUNK = 50;
