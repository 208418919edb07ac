import { typeid } from 'typeid-js';

/** Prefixes of ids (decisions, "Ids"). */
export type IdPrefix =
  | 'sto'
  | 'shp'
  | 'cat'
  | 'brd'
  | 'prd'
  | 'var'
  | 'pl'
  | 'prm'
  | 'ord'
  | 'cus'
  | 'ins'
  | 'app'
  | 'dev'
  | 'per'
  | 'inv'
  | 'sup'
  | 'evt'
  | 'dlv'
  | 'job'
  | 'mov'
  | 'imp'
  | 'rev';

/** A new id: a UUIDv7 as TypeID, so that ids made later sort later. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}

const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether a text is an id of that prefix. One that is not is an id that does not exist. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    SUFFIX.test(text.slice(prefix.length + 1))
  );
}
