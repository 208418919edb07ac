import type { IdPrefix } from '@commerce/texts/ids.ts';
import { TypeID, typeid } from 'typeid-js';

export { isId, type IdPrefix } from '@commerce/texts/ids.ts';

/** A new id: a UUIDv7 as a TypeID, so ids sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}

/** The id of the first 16 bytes: the same bytes always give the same id. */
export function idOfBytes(prefix: IdPrefix, bytes: Uint8Array): string {
  return TypeID.fromUUIDBytes(prefix, bytes.subarray(0, 16)).toString();
}
