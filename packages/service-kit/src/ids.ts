import type { IdPrefix } from '@commerce/texts/ids.ts';
import { typeid } from 'typeid-js';

export { isId, type IdPrefix } from '@commerce/texts/ids.ts';

/** A new id: a UUIDv7 as a TypeID, so ids sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}
