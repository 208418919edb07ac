import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { noSuch } from '@commerce/texts/ids.ts';
import type { Problems } from '../domain/problems.ts';
import { referencesLock, type ReferenceField } from '../store/references.ts';

const NAMES = { category_ids: 'category', brand_ids: 'brand', shop_ids: 'shop' } as const;

/**
 * Adds a problem for each referenced category, brand and shop that the store does not have; the others are locked
 * until the end of the transaction.
 */
export async function checkReferences(
  tx: Queryable,
  storeId: string,
  problems: Problems,
  references: Partial<Record<ReferenceField, string[] | undefined>>,
): Promise<void> {
  for (const field of Object.keys(NAMES) as ReferenceField[]) {
    const ids = references[field] ?? [];
    const found = await referencesLock(tx, storeId, field, ids);
    for (const [at, id] of ids.entries())
      if (!found.has(id)) problems.add(`${field}[${at}]`, noSuch(NAMES[field]));
  }
}
