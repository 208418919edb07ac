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
  | 'upl'
  | 'rev'
  | 'not'
  | 'msg'
  | 'reg';

const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Reports whether a string is an id with the prefix. A malformed id is treated as one that does not exist. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    SUFFIX.test(text.slice(prefix.length + 1))
  );
}

/** Message about a reference to a missing resource of the store. */
export const noSuch = (kind: string): string => `The store has no such ${kind}.`;

/** Message about an unknown variant id. */
export const NO_SUCH_VARIANT = 'The product has no variant of this id.';
