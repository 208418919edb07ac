import type { IdPrefix } from '@commerce/texts/ids.ts';
import { typeid } from 'typeid-js';

export { isId, type IdPrefix } from '@commerce/texts/ids.ts';

/** A new id: a UUIDv7 as a TypeID, so ids sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Digits of the time in an id: 48 bits, in ms. */
const TIME_DIGITS = 10;

/** The start of the ids that are created at a time. Earlier ids sort before it, and later ones after it. */
export function idStartAt(prefix: IdPrefix, ms: number): string {
  let digits = '';
  for (let rest = ms; digits.length < TIME_DIGITS; rest = Math.floor(rest / DIGITS.length))
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
  return `${prefix}_${digits}`;
}
